// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import Testing

@Suite("A list of creators or tags")
struct FacetTests {
  private let workshop: Workshop
  private let catalogue: Catalogue

  init() throws {
    workshop = try Workshop()
    catalogue = try workshop.open(founding: Self.creators.enumerated().map(Self.quote))
  }

  private static let creators = [
    "Émile Zola", "emile zola", "Zeno", "孔子", "", "Ælfric", "Camillo Benso, Count of Cavour",
    "Zeno",
    "\u{3A9}mega", "Emil", "O'Brien | 100%", "Mature Only", "Zeno",
  ]

  private static func quote(_ number: Int, _ creator: String) -> Quote {
    var quote = Quote()
    quote.text = "Text number \(number)."
    quote.creator = creator
    quote.tags = number % 2 == 0 ? ["even", "Éclair"] : ["odd"]
    quote.rating = number == 11 || number == 12 ? .mature : .general
    return quote
  }

  private func page(
    _ prefix: String = "", size: Int32 = 0, token: String = ""
  ) throws(ListProblem) -> ListCreatorsResponse {
    var request = ListCreatorsRequest()
    (request.prefix, request.pageSize, request.pageToken) = (prefix, size, token)
    return try catalogue.snapshots.latest.creators(request)
  }

  @Test("is sorted as people look for names, whatever their case and accents")
  func sorted() throws {
    #expect(
      try page().creators.map(\.name) == [
        "Ælfric", "Camillo Benso, Count of Cavour", "Emil", "emile zola", "Émile Zola",
        "O'Brien | 100%", "Zeno", "\u{3A9}mega", "孔子",
      ])
  }

  @Test("counts the quotes that a list shows, and leaves out who has none there")
  func counts() throws {
    let creators = try page().creators
    #expect(creators.first { $0.name == "Zeno" }?.count == 2)
    #expect(!creators.contains { $0.name == "Mature Only" || $0.name.isEmpty })
    let tags = try catalogue.snapshots.latest.tags(ListTagsRequest()).tags
    #expect(tags.map(\.name) == ["éclair", "even", "odd"])
    #expect(tags.map(\.count) == [6, 6, 5])
  }

  @Test(
    "finds names by how they begin, whatever the case and accents",
    arguments: [
      ("EMILE", ["emile zola", "Émile Zola"]), ("é", ["Emil", "emile zola", "Émile Zola"]),
      ("emil ", ["Emil", "emile zola", "Émile Zola"]), ("AE", ["Ælfric"]), ("孔", ["孔子"]),
      ("ω", ["\u{3A9}mega"]), ("zz", []), ("\u{10FFFF}", []), ("o'brien |", ["O'Brien | 100%"]),
    ])
  func prefixes(prefix: String, names: [String]) throws {
    #expect(try page(prefix).creators.map(\.name) == names)
  }

  @Test("has every name once, whatever the size of the pages", arguments: [1, 2, 8, 9, 10])
  func pages(size: Int32) throws {
    var names: [String] = []
    var token = ""
    repeat {
      let page = try page(size: size, token: token)
      #expect(page.creators.count <= Int(size))
      names += page.creators.map(\.name)
      token = page.nextPageToken
    } while !token.isEmpty
    #expect(try names == page().creators.map(\.name))
  }

  @Test("goes on behind a name that nobody has any more")
  func nameGone() async throws {
    let token = try page(size: 3).nextPageToken
    let quotes = try catalogue.snapshots.latest.allQuotes()
    _ = try await catalogue.deleteQuotes(
      ids: quotes.filter { $0.creator == "Emil" }.map(\.id), by: .local)
    #expect(try page(size: 1, token: token).creators.map(\.name) == ["emile zola"])
    #expect(try !page().creators.contains { $0.name == "Emil" })
  }

  @Test("takes in names that come later")
  func newNames() async throws {
    _ = try page()
    _ = try await catalogue.add([
      Self.quote(100, "Aaron"), Self.quote(101, "Zz Top"), Self.quote(102, "Fen"),
    ])
    #expect(
      try page().creators.map(\.name) == [
        "Aaron", "Ælfric", "Camillo Benso, Count of Cavour", "Emil", "emile zola", "Émile Zola",
        "Fen", "O'Brien | 100%", "Zeno", "Zz Top", "\u{3A9}mega", "孔子",
      ])
  }

  @Test("refuses a size, a token or a prefix that can't be")
  func refusals() throws {
    #expect(throws: ListProblem.negativePageSize(-1)) { try page(size: -1) }
    #expect(throws: ListProblem.invalidToken) { try page(token: "AAAA") }
    let token = try page(size: 1).nextPageToken
    #expect(throws: ListProblem.tokenOfOtherQuery) { try page("e", token: token) }
    var tags = ListTagsRequest()
    tags.pageToken = token
    #expect(throws: ListProblem.tokenOfOtherMethod) {
      try catalogue.snapshots.latest.tags(tags)
    }
    #expect(throws: ListProblem.longPrefix(bytes: 1_001)) {
      try page(String(repeating: "x", count: 1_001))
    }
    #expect(try page(size: .max).creators.count == 9)
  }
}
