// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteServices
internal import QuoteWire
internal import RPCCore
internal import Testing

@Suite("RandomQuotes")
struct RandomQuotesTests {
  private let service: TestService

  init() throws { service = try TestService(quotes: TestService.quotes(60)) }

  private func draw(_ change: (inout RandomQuotesRequest) -> Void) throws -> RandomQuotesResponse {
    var request = RandomQuotesRequest()
    change(&request)
    return try service.call(RandomQuotes.self, request)
  }

  @Test("draws one quote where no count is given, and distinct ones where one is")
  func counts() throws {
    #expect(try draw { _ in }.quotes.count == 1)
    let quotes = try draw { $0.count = 40 }.quotes
    #expect(quotes.count == 40 && Set(quotes.map(\.id)).count == 40)
    #expect(try Set(draw { $0.count = 100 }.quotes.map(\.id)).count == 60)
  }

  @Test("names the revision that it drew at")
  func revision() throws {
    #expect(try draw { _ in }.revision == service.catalogue.snapshots.latest.revision)
  }

  @Test("draws the same by the same seed, and otherwise by chance")
  func seeds() throws {
    let seeded = try draw { ($0.seed, $0.count) = (1984, 20) }
    #expect(try draw { ($0.seed, $0.count) = (1984, 20) } == seeded)
    #expect(try draw { ($0.seed, $0.count) = (1985, 20) } != seeded)
    // That two draws of 20 in order agree by chance won't happen in the age of the universe.
    #expect(try draw { $0.count = 20 } != draw { $0.count = 20 })
  }

  @Test(
    "refuses what can't be, with the field",
    arguments: [(-1, 0, "count"), (101, 0, "count"), (1, 1_001, "exclude_ids")]
      as [(Int32, Int, String)])
  func refusals(count: Int32, excluded: Int, field: String) throws {
    var request = RandomQuotesRequest()
    request.count = count
    request.excludeIDs = Array(repeating: "x", count: excluded)
    let status = try service.refusal(RandomQuotes.self, request)
    #expect(status.code == .invalidArgument)
    #expect(status.fields == [field])
    #expect(status.reason == "INVALID_LIST")
  }

  @Test("gives nothing where nothing is left to draw")
  func nothingLeft() throws {
    let ids = try draw { $0.count = 100 }.quotes.map(\.id)
    #expect(try draw { $0.excludeIDs = ids }.quotes.isEmpty)
    #expect(try draw { $0.excludeIDs = Array(ids.dropFirst()) }.quotes.map(\.id) == [ids[0]])
  }
}
