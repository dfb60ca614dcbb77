// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteServices
internal import QuoteWire
internal import RPCCore
internal import Testing

@Suite("SearchQuotes", .timeLimit(.minutes(2)))
struct SearchQuotesTests {
  private let service: TestService

  init() throws { service = try TestService(quotes: TestService.quotes(120)) }

  private func search(
    _ query: String, _ change: (inout SearchQuotesRequest) -> Void = { _ in }
  ) async throws -> SearchQuotesResponse {
    var request = SearchQuotesRequest()
    request.query = query
    change(&request)
    while true {
      do throws(Status) {
        return try await service.wait(SearchQuotes.self, request)
      } catch {
        // A busy machine may take longer to make the index than a caller would wait.
        guard error.reason == "SEARCH_INDEX_NOT_READY" else { throw error }
      }
    }
  }

  @Test("gives the same quotes as a list, and the revision")
  func quotes() async throws {
    let found = try await search("saying number 77")
    let listed = try service.call(ListQuotes.self, ListQuotesRequest())
    #expect(found.quotes.map(\.text) == ["Saying number 77."])
    #expect(found.revision == listed.revision)
    let first = try await search("saying \"number 7\"")
    #expect(first.quotes == [listed.quotes[7]])
  }

  @Test("goes from page to page to the last")
  func pages() async throws {
    var token = ""
    var ids: [String] = []
    repeat {
      let page = try await search("saying") {
        $0.pageSize = 50
        $0.pageToken = token
      }
      ids += page.quotes.map(\.id)
      token = page.nextPageToken
    } while !token.isEmpty
    #expect(ids.count == 120 && Set(ids).count == 120)
  }

  @Test(
    "refuses what can't be, with the field and a reason",
    arguments: [
      ("%", 0, "", "query", "QUERY_WITHOUT_WORD"), ("", 0, "", "query", "QUERY_WITHOUT_WORD"),
      (String(repeating: "a", count: 4_097), 0, "", "query", "INVALID_SEARCH"),
      ("a", -1, "", "page_size", "INVALID_SEARCH"),
      ("a", 0, "AAAA", "page_token", "INVALID_SEARCH"),
    ] as [(String, Int32, String, String, String)])
  func refusals(
    query: String, pageSize: Int32, token: String, field: String, reason: String
  ) async throws {
    let status = try await #require(throws: Status.self) {
      try await search(query) {
        $0.pageSize = pageSize
        $0.pageToken = token
      }
    }
    #expect(status.code == .invalidArgument)
    #expect(status.fields == [field])
    #expect(status.reason == reason)
  }

  @Test("finds what the caller has just written, by the revision of the write")
  func readsWrites() async throws {
    var quote = Quote()
    quote.text = "A walrus."
    let written = try await service.catalogue.importQuotes([quote], options: .plain, by: .local)
    let found = try await search("walrus") { $0.minRevision = written.revision }
    #expect(found.quotes.map(\.text) == ["A walrus."])
    let status = try await #require(throws: Status.self) {
      try await search("walrus") { $0.minRevision = written.revision + 1 }
    }
    #expect(status.code == .unavailable)
    #expect(status.reason == "REVISION_NOT_SEEN")
    #expect(status.details.contains(.retryInfo(delay: .seconds(2))))
  }
}
