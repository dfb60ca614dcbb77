// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import Testing

@Suite("The order CREATOR")
struct CreatorOrderTests {
  private let workshop: Workshop
  private let catalogue: Catalogue

  init() throws {
    workshop = try Workshop()
    catalogue = try workshop.open()
  }

  /// In the order in which they are to come.
  private static let creators = ["Ämil", "Bo", "Boris", "boris", "Cy", "Zoe", "Zoë", "孔子", ""]

  private static func quote(_ number: Int) -> Quote {
    var quote = Quote()
    quote.text = "Text number \(number)."
    quote.creator = creators[number * 5 % creators.count]
    quote.rating = number % 17 == 3 ? .mature : .general
    quote.language = number % 11 == 0 ? "de" : "en"
    return quote
  }

  private func add(_ numbers: Range<Int>) async throws {
    _ = try await catalogue.add(numbers.map(Self.quote))
  }

  private func page(
    _ change: (inout ListQuotesRequest) -> Void
  ) throws(ListProblem) -> (bytes: [UInt8], tail: PageTail) {
    var request = ListQuotesRequest()
    request.order = .creator
    change(&request)
    var bytes: [UInt8] = []
    let tail = try catalogue.snapshots.latest.appendPage(request, to: &bytes)
    return (bytes, tail)
  }

  private func walk(
    _ change: (inout ListQuotesRequest) -> Void, between: () async throws -> Void = {}
  ) async throws -> [String] {
    var token = ""
    var texts: [String] = []
    repeat {
      let (bytes, tail) = try page {
        change(&$0)
        $0.pageToken = token
      }
      texts += try decodedQuotes(bytes).map(\.text)
      token = tail.nextPageToken
      try await between()
    } while !token.isEmpty
    return texts
  }

  private static func expected(
    _ numbers: Range<Int>, where isMeant: (Quote) -> Bool = { $0.rating != .mature }
  ) -> [String] {
    creators.flatMap { creator in
      numbers.map(quote).filter { $0.creator == creator && isMeant($0) }.map(\.text)
    }
  }

  @Test(
    "sorts creators as people look for names, the unknown one last, and theirs as they were added",
    arguments: [1, 7, 100, 1_000])
  func order(size: Int32) async throws {
    try await add(0..<1_300)
    #expect(try await walk { $0.pageSize = size } == Self.expected(0..<1_300))
  }

  @Test("holds under a filter", arguments: [1, 50])
  func filtered(size: Int32) async throws {
    try await add(0..<1_300)
    let texts = try await walk {
      $0.pageSize = size
      $0.filter = QuoteFilter()
      $0.filter?.languages = ["de"]
      $0.filter?.includeMature = true
    }
    #expect(texts == Self.expected(0..<1_300) { $0.language == "de" })
  }

  @Test("counts all rows, and passes over them", arguments: [0, 1, 100, 500, 1_000, .max])
  func skip(rows: Int32) async throws {
    try await add(0..<1_000)
    let expected = Self.expected(0..<1_000)
    let (bytes, tail) = try page {
      $0.skip = rows
      $0.pageSize = 3
    }
    #expect(Int(tail.totalSize) == expected.count)
    #expect(
      try decodedQuotes(bytes).map(\.text) == Array(expected.dropFirst(Int(rows)).prefix(3)))
    let token = try page { $0.pageSize = 10 }.tail.nextPageToken
    let next = try page {
      $0.pageToken = token
      $0.skip = rows
      $0.pageSize = 1
    }
    #expect(
      try decodedQuotes(next.bytes).map(\.text)
        == Array(expected.dropFirst(10).dropFirst(Int(rows)).prefix(1)))
  }

  @Test("repeats and hides nothing whose creator stays, whatever comes and goes meanwhile")
  func changesBetween() async throws {
    try await add(0..<200)
    let quotes = try catalogue.snapshots.latest.allQuotes()
    var random = SystemRandomNumberGenerator()
    var removed: Set<String> = []
    var added = 200
    let seen = try await walk {
      $0.pageSize = 4
    } between: {
      let chosen = (0..<2).map { _ in quotes[Int.random(in: 0..<200, using: &random)] }
      removed.formUnion(chosen.map(\.text))
      _ = try await catalogue.deleteQuotes(ids: chosen.map(\.id), by: .local)
      if added < 230 {
        try await add(added..<added + 2)
        added += 2
      }
    }
    #expect(Set(seen).count == seen.count, "A quote came twice.")
    #expect(
      Set(Self.expected(0..<200)).subtracting(removed).isSubset(of: seen), "A quote was hidden.")
  }

  @Test("goes on at the next creator where all quotes of one went")
  func creatorGone() async throws {
    try await add(0..<90)
    let token = try page { $0.pageSize = 12 }.tail.nextPageToken
    let gone = try catalogue.snapshots.latest.allQuotes().filter { $0.creator == "Bo" }
    _ = try await catalogue.deleteQuotes(ids: gone.map(\.id), by: .local)
    let next = try page {
      $0.pageToken = token
      $0.pageSize = 1
    }
    #expect(try decodedQuotes(next.bytes).map(\.creator) == ["Boris"])
  }

  @Test("has tokens of its own")
  func tokens() async throws {
    try await add(0..<90)
    let token = try page { $0.pageSize = 12 }.tail.nextPageToken
    #expect(throws: ListProblem.tokenOfOtherOrder) {
      try page {
        $0.pageToken = token
        $0.order = .newest
      }
    }
    #expect(throws: ListProblem.tokenOfOtherFilter) {
      try page {
        $0.pageToken = token
        $0.filter = QuoteFilter()
        $0.filter?.includeMature = true
      }
    }
    for place in token.indices {
      var forged = token
      forged.replaceSubrange(place...place, with: token[place] == "A" ? "B" : "A")
      #expect(throws: ListProblem.invalidToken) { try page { $0.pageToken = forged } }
    }
  }
}
