// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import Testing

@Suite("The pages of a search", .timeLimit(.minutes(2)))
struct SearchPageTests {
  private let shop: SearchShop
  private static let count = 1_200

  init() throws { shop = try SearchShop((0..<Self.count).map(Self.quote)) }

  private static func quote(_ number: Int) -> Quote {
    var quote = Quote()
    quote.text =
      "common " + String(repeating: "word ", count: number % 9) + "number\(number)"
    quote.creator = "Creator \(number % 7)"
    quote.language = number % 3 == 0 ? "en" : "de"
    quote.rating = number % 10 == 1 ? .mature : .general
    return quote
  }

  @Test("hold every match once, whatever their size", arguments: [7, 50, 1_000])
  func sizes(size: Int32) async throws {
    let all = try await shop.texts("common number2") { $0.pageSize = 1_000 }
    let expected = Set((0..<Self.count).filter { $0 % 10 != 1 && "\($0)".hasPrefix("2") })
    #expect(Set(all) == Set(expected.map { Self.quote($0).text }))
    #expect(all.count == expected.count)
    #expect(try await shop.texts("common number2") { $0.pageSize = size } == all)
  }

  @Test("hold 1,000 matches together at most, 50 on one where no size is given")
  func most() async throws {
    let page = try await shop.page("common")
    #expect(try decodedQuotes(page.quotes).count == 50)
    #expect(page.revision == shop.catalogue.snapshots.latest.revision)
    let all = try await shop.texts("common") { $0.pageSize = 999 }
    #expect(all.count == 1_000 && Set(all).count == 1_000)
  }

  @Test("hold what meets the filter only")
  func filtered() async throws {
    let all = try await shop.texts("common") {
      var filter = QuoteFilter()
      filter.languages = ["en"]
      filter.creators = ["Creator 3", "Creator 5"]
      filter.includeMature = true
      $0.filter = filter
    }
    let expected = (0..<Self.count).filter { $0 % 3 == 0 && [3, 5].contains($0 % 7) }
    #expect(Set(all) == Set(expected.map { Self.quote($0).text }))
  }

  @Test("go on by tokens that hold for one query and filter")
  func tokens() async throws {
    let token = try await shop.page("common").nextPageToken
    for (query, filter) in [("common word", QuoteFilter()), ("common", german)] {
      await #expect(throws: SearchProblem.request(.tokenOfOtherQuery)) {
        try await shop.page(query) {
          $0.pageToken = token
          $0.filter = filter
        }
      }
    }
    // The same words in another spelling are the same query.
    await #expect(throws: Never.self) { try await shop.page("COMMON") { $0.pageToken = token } }
    var list = ListQuotesRequest()
    list.pageToken = token
    var bytes: [UInt8] = []
    #expect(throws: ListProblem.tokenOfOtherMethod) {
      try shop.catalogue.snapshots.latest.appendPage(list, to: &bytes)
    }
    for place in token.indices {
      var forged = token
      forged.replaceSubrange(place...place, with: token[place] == "A" ? "B" : "A")
      await #expect(throws: SearchProblem.request(.invalidToken)) {
        try await shop.page("common") { $0.pageToken = forged }
      }
    }
  }

  private var german: QuoteFilter {
    var filter = QuoteFilter()
    filter.languages = ["de"]
    return filter
  }

  @Test("go on by the same tokens on another server of the same catalogue")
  func otherServer() async throws {
    let other = try SearchShop((0..<Self.count).map(Self.quote))
    let token = try await shop.page("common word").nextPageToken
    let here = try await shop.page("common word") { $0.pageToken = token }
    let there = try await other.page("common word") { $0.pageToken = token }
    #expect(try decodedQuotes(here.quotes).map(\.id) == decodedQuotes(there.quotes).map(\.id))
    #expect(there.nextPageToken == here.nextPageToken)
  }

  @Test("go on behind a match that was deleted between them")
  func deletion() async throws {
    let all = try await shop.texts("common word") { $0.pageSize = 1_000 }
    let first = try await shop.page("common word") { $0.pageSize = 10 }
    let last = try #require(try decodedQuotes(first.quotes).last)
    _ = try await shop.catalogue.deleteQuotes(ids: [last.id], by: .local)
    let next = try await shop.page("common word") {
      $0.pageSize = 10
      $0.pageToken = first.nextPageToken
    }
    #expect(try decodedQuotes(next.quotes).map(\.text) == Array(all[10..<20]))
  }

  @Test("end at 1 MiB of quotes")
  func bytes() async throws {
    let large = (0..<60).map { number in
      var quote = Quote()
      quote.text = "giant " + String(repeating: "\u{1F600}", count: 4_900) + "\(number)"
      return quote
    }
    let shop = try SearchShop(large)
    let page = try await shop.page("giant") { $0.pageSize = 1_000 }
    #expect(page.quotes.count <= 1 << 20 && page.quotes.count > 1 << 20 - 25_000)
    #expect(try await shop.texts("giant") { $0.pageSize = 1_000 }.count == 60)
  }
}
