// SPDX-License-Identifier: Apache-2.0

public import QuoteModel
public import RPCCore

/// The pages of a list, each asked for when it is needed; each iterator starts anew.
public struct Pages<Page: Sendable>: AsyncSequence, Sendable {
  /// Asks for the page that a token stands for; whether it is the first of them.
  package typealias Fetch =
    @Sendable (_ token: String, _ isFirst: Bool) async throws(Status) -> Page

  private let firstToken: String
  private let fetch: Fetch
  private let following: @Sendable (Page) -> String

  /// Creates a sequence that begins with the page of a token; `next` tells a page's next token.
  package init(
    from firstToken: String, next: @escaping @Sendable (Page) -> String, fetch: @escaping Fetch
  ) {
    self.firstToken = firstToken
    following = next
    self.fetch = fetch
  }

  /// Creates an iterator over all pages.
  public func makeAsyncIterator() -> Iterator {
    Iterator(token: firstToken, following: following, fetch: fetch)
  }

  /// Goes from page to page.
  public struct Iterator: AsyncIteratorProtocol {
    private var token: String?
    private var isFirst = true
    private let fetch: Fetch
    private let following: @Sendable (Page) -> String

    fileprivate init(
      token: String, following: @escaping @Sendable (Page) -> String, fetch: @escaping Fetch
    ) {
      self.token = token
      self.following = following
      self.fetch = fetch
    }

    /// The next page, or nil after the last.
    ///
    /// After an error the sequence is over.
    public mutating func next() async throws(Status) -> Page? {
      guard let token = self.token.take() else { return nil }
      let page = try await fetch(token, isFirst)
      isFirst = false
      let next = following(page)
      guard !next.isEmpty else { return page }
      guard next != token else {
        throw Status(
          .internal, "The server's next page is the one it has just sent: paging would never end.")
      }
      self.token = next
      return page
    }
  }
}

/// The pages of the catalogue.
public typealias QuotePages = Pages<ListQuotesResponse>

extension Pages<ListQuotesResponse> {
  /// Creates a sequence that begins with a request's page.
  package init(
    from first: ListQuotesRequest,
    fetch: @escaping @Sendable (ListQuotesRequest) async throws(Status) -> ListQuotesResponse
  ) {
    self.init(from: first.pageToken, next: \.nextPageToken) { token, isFirst throws(Status) in
      var request = first
      request.pageToken = token
      // The token stands behind what was passed over.
      if !isFirst { request.skip = 0 }
      return try await fetch(request)
    }
  }
}
