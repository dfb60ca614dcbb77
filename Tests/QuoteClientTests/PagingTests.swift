// SPDX-License-Identifier: Apache-2.0

internal import QuoteClient
internal import Synchronization
internal import Testing

@Suite("A loop over all quotes")
struct PagingTests {
  /// A server of pages: each is found by the token that the page before names.
  private final class Script: Sendable {
    private let pages: [String: Result<ListQuotesResponse, Status>]
    private let asked = Mutex<[ListQuotesRequest]>([])

    init(_ pages: [String: Result<ListQuotesResponse, Status>]) { self.pages = pages }

    var requests: [ListQuotesRequest] { asked.withLock { $0 } }

    func pages(from first: ListQuotesRequest = ListQuotesRequest()) -> QuotePages {
      QuotePages(from: first) { request throws(Status) in
        self.asked.withLock { $0.append(request) }
        guard let page = self.pages[request.pageToken] else {
          throw Status(.invalidArgument, "No page has the token \(request.pageToken).")
        }
        return try page.get()
      }
    }
  }

  private func page(
    _ ids: [String], next token: String
  ) -> Result<ListQuotesResponse, Status> {
    var page = ListQuotesResponse()
    page.quotes = ids.map { id in
      var quote = Quote()
      quote.id = id
      return quote
    }
    page.nextPageToken = token
    return .success(page)
  }

  @Test("gets each page when it is needed, by the token of the one before")
  func pagesByItself() async throws {
    let script = Script([
      "": page(["a", "b"], next: "two"), "two": page([], next: "three"),
      "three": page(["c"], next: ""),
    ])
    var first = ListQuotesRequest()
    first.pageSize = 2
    first.skip = 5
    first.order = .newest
    var ids: [String] = []
    for try await quote in QuoteSequence(pages: script.pages(from: first)) {
      ids.append(quote.id)
      if ids == ["a", "b"] { #expect(script.requests.count == 1) }
    }
    #expect(ids == ["a", "b", "c"])
    #expect(script.requests.map(\.pageToken) == ["", "two", "three"])
    #expect(script.requests.map(\.skip) == [5, 0, 0], "only the first page is skipped into")
    #expect(script.requests.allSatisfy { $0.pageSize == 2 && $0.order == .newest })
  }

  @Test("ends at once where there is nothing")
  func empty() async throws {
    let script = Script(["": page([], next: "")])
    for try await quote in QuoteSequence(pages: script.pages()) { Issue.record("\(quote.id)") }
    #expect(script.requests.count == 1)
  }

  @Test("starts anew with each iteration")
  func twice() async throws {
    let script = Script(["": page(["a"], next: "")])
    let quotes = QuoteSequence(pages: script.pages())
    for _ in 1...2 {
      var ids: [String] = []
      for try await quote in quotes { ids.append(quote.id) }
      #expect(ids == ["a"])
    }
  }

  @Test("throws what the server said, and is over then")
  func error() async throws {
    let refusal = Status(.unavailable, "The server is shutting down.")
    let script = Script(["": page(["a"], next: "two"), "two": .failure(refusal)])
    var quotes = QuoteSequence(pages: script.pages()).makeAsyncIterator()
    #expect(try await quotes.next()?.id == "a")
    await #expect(throws: refusal) { try await quotes.next() }
    #expect(try await quotes.next() == nil)
  }

  @Test("doesn't turn in circles where a server names the same page again")
  func circle() async throws {
    let script = Script(["": page(["a"], next: "two"), "two": page(["b"], next: "two")])
    var quotes = QuoteSequence(pages: script.pages()).makeAsyncIterator()
    #expect(try await quotes.next()?.id == "a")
    await #expect(throws: Status.self) { try await quotes.next() }
    #expect(script.requests.count == 2)
  }
}
