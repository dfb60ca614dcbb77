// SPDX-License-Identifier: Apache-2.0

public import QuoteModel
public import RPCCore

/// The pages of the catalogue, each asked for when it is needed; each iterator starts anew.
public struct QuotePages: AsyncSequence, Sendable {
  package typealias Fetch =
    @Sendable (ListQuotesRequest) async throws(Status) -> ListQuotesResponse

  private let first: ListQuotesRequest
  private let fetch: Fetch

  /// Creates a sequence that begins with a request's page.
  package init(from first: ListQuotesRequest, fetch: @escaping Fetch) {
    self.first = first
    self.fetch = fetch
  }

  /// Creates an iterator over all pages.
  public func makeAsyncIterator() -> Iterator { Iterator(next: first, fetch: fetch) }

  /// Goes from page to page.
  public struct Iterator: AsyncIteratorProtocol {
    private var request: ListQuotesRequest?
    private let fetch: Fetch

    fileprivate init(next: ListQuotesRequest, fetch: @escaping Fetch) {
      request = next
      self.fetch = fetch
    }

    /// The next page, or nil after the last.
    ///
    /// After an error the sequence is over.
    public mutating func next() async throws(Status) -> ListQuotesResponse? {
      guard var request = self.request.take() else { return nil }
      let page = try await fetch(request)
      guard !page.nextPageToken.isEmpty else { return page }
      guard page.nextPageToken != request.pageToken else {
        throw Status(
          .internal, "The server's next page is the one it has just sent: paging would never end.")
      }
      request.pageToken = page.nextPageToken
      request.skip = 0
      self.request = request
      return page
    }
  }
}
