// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import Testing

@Suite("A page token")
struct PageTokenTests {
  private let workshop: Workshop
  private let catalogue: Catalogue
  private let token: String

  init() async throws {
    workshop = try Workshop()
    catalogue = try workshop.open()
    _ = try await catalogue.add(Workshop.quotes(0..<60))
    token = try Self.page(catalogue, ListQuotesRequest()).1.nextPageToken
  }

  private static func page(
    _ catalogue: Catalogue, _ request: ListQuotesRequest
  ) throws(ListProblem) -> ([UInt8], PageTail) {
    var bytes: [UInt8] = []
    let tail = try catalogue.snapshots.latest.appendPage(request, to: &bytes)
    return (bytes, tail)
  }

  private func problem(_ token: String, _ change: (inout ListQuotesRequest) -> Void = { _ in })
    -> ListProblem?
  {
    var request = ListQuotesRequest()
    request.pageToken = token
    change(&request)
    do throws(ListProblem) {
      _ = try Self.page(catalogue, request)
      return nil
    } catch {
      return error
    }
  }

  @Test("is taken as it came")
  func unaltered() {
    #expect(problem(token) == nil)
    #expect(token.utf8.allSatisfy { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "+") })
  }

  @Test("is refused with any one character altered")
  func forged() {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/ é")
    let characters = Array(token)
    for place in characters.indices {
      for character in alphabet where character != characters[place] {
        var forged = characters
        forged[place] = character
        #expect(problem(String(forged)) == .invalidToken, "\(place): \(character)")
      }
    }
  }

  @Test("is refused when it was cut or grew")
  func cutOrGrown() {
    for count in 1..<token.count { #expect(problem(String(token.prefix(count))) == .invalidToken) }
    for more in [
      "A", "AA", "AAA", "AAAA", "=", token, "\u{0}", String(repeating: "A", count: 1 << 20),
    ] {
      #expect(problem(token + more) == .invalidToken)
    }
    for nonsense in [" ", "x", "next", "\u{1F600}", String(repeating: "_", count: 35)] {
      #expect(problem(nonsense) == .invalidToken)
    }
  }

  @Test("is refused in another order or with another filter")
  func elsewhere() {
    #expect(problem(token) { $0.order = .newest } == .tokenOfOtherOrder)
    for change in [
      { $0.languages = ["en"] }, { $0.includeMature = true }, { $0.minLength = 1 },
      { $0.maxLength = 9 }, { $0.tagsAll = ["number"] }, { $0.tagsAny = ["number"] },
      { $0.creators = ["Creator 1"] },
    ] as [(inout QuoteFilter) -> Void] {
      var filter = QuoteFilter()
      change(&filter)
      #expect(problem(token) { $0.filter = filter } == .tokenOfOtherFilter)
    }
  }

  @Test("is taken with the same order and filter said in another way")
  func sameMeaning() throws {
    #expect(problem(token) { $0.filter = QuoteFilter() } == nil)
    #expect(problem(token) { $0.order = .catalogue } == nil)
    #expect(problem(token) { $0.pageSize = 7 } == nil)
    var request = ListQuotesRequest()
    request.pageSize = 5
    var filter = QuoteFilter()
    filter.tagsAny = ["number", "tag1"]
    filter.languages = ["EN"]
    request.filter = filter
    let token = try Self.page(catalogue, request).1.nextPageToken
    filter.tagsAny = ["Tag1", "number", "tag1"]
    filter.languages = ["en", "en"]
    #expect(problem(token) { $0.filter = filter } == nil)
    filter.tagsAll = ["number"]
    #expect(problem(token) { $0.filter = filter } == .tokenOfOtherFilter)
  }

  @Test("tells lists apart whose names only differ in where they are cut")
  func cuts() throws {
    var filter = QuoteFilter()
    filter.creators = ["Creator 1", "Creator 2"]
    var request = ListQuotesRequest()
    request.filter = filter
    request.pageSize = 1
    let token = try Self.page(catalogue, request).1.nextPageToken
    filter.creators = ["Creator 1Creator 2"]
    #expect(problem(token) { $0.filter = filter } == .tokenOfOtherFilter)
  }

  @Test("is good on another server of the same store, after a restart")
  func restarted() async throws {
    let before = token
    let workshop = try Workshop()
    try await workshop.visit { catalogue in _ = try await catalogue.add(Workshop.quotes(0..<60)) }
    var request = ListQuotesRequest()
    request.pageToken = before
    let (bytes, tail) = try Self.page(workshop.open(seed: 99), request)
    #expect(try decodedQuotes(bytes).map(\.text) == Workshop.quotes(50..<60).map(\.text))
    #expect(tail.nextPageToken.isEmpty)
  }

  /// A change of the format would break lists that are being read while a server is upgraded.
  @Test("has the format that was released")
  func format() {
    #expect(token == "AQEAAAAAAAAAAAAAAAAAAAAyPZapKynWdP0")
  }
}
