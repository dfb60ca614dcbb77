// SPDX-License-Identifier: Apache-2.0

internal import QuoteWire

extension QuoteClient {
  /// Asks for one quote by its id.
  ///
  /// - Parameters:
  ///   - id: The id, 16 characters.
  ///   - timeout: How long the call may take; nil = the client's.
  /// - Throws: `notFound` where there is no such quote, or it was deleted.
  public func quote(id: String, timeout: Duration? = nil) async throws(Status) -> Quote {
    guard !id.isEmpty else {
      throw .invalid("id", "A quote's id is needed, and the one given is empty.")
    }
    var request = GetQuoteRequest()
    request.id = id
    return try required(try await read(GetQuote.self, request, timeout: timeout).quote, "quote")
  }

  /// Asks for one page of the catalogue; `quotes` and `pages` ask for all of them by themselves.
  ///
  /// - Parameters:
  ///   - filter: Which quotes are meant; nil = all but the mature ones.
  ///   - order: In which order they come.
  ///   - pageSize: The most quotes to get; 0 = 50, above 1,000 = 1,000. A page also ends at 1 MiB.
  ///   - pageToken: The `nextPageToken` of the page before, asked for with the same filter and
  ///     order; empty = from the start.
  ///   - skip: How many quotes to pass over first.
  ///   - timeout: How long the call may take; nil = the client's.
  /// - Returns: The page; an empty `nextPageToken` means that it is the last.
  /// - Throws: `invalidArgument` for a negative number, an impossible filter, or a token that was
  ///   altered or belongs to another filter or order.
  public func page(
    filter: QuoteFilter? = nil, order: QuoteOrder = .catalogue, pageSize: Int = 0,
    pageToken: String = "", skip: Int = 0, timeout: Duration? = nil
  ) async throws(Status) -> ListQuotesResponse {
    try await page(
      ListQuotesRequest(filter, order, pageSize, pageToken, skip), timeout: timeout)
  }

  /// All pages of the catalogue, each asked for when it is needed.
  ///
  /// The parameters are those of `page`; the timeout is that of each page.
  public func pages(
    filter: QuoteFilter? = nil, order: QuoteOrder = .catalogue, pageSize: Int = 0,
    pageToken: String = "", skip: Int = 0, timeout: Duration? = nil
  ) -> QuotePages {
    let first = ListQuotesRequest(filter, order, pageSize, pageToken, skip)
    return QuotePages(from: first) { request throws(Status) in
      try await self.page(request, timeout: timeout)
    }
  }

  /// All quotes of the catalogue; they come page by page, and a loop over them asks for the next
  /// page by itself.
  ///
  /// ```swift
  /// for try await quote in client.quotes(filter: filter) { print(quote.text) }
  /// ```
  ///
  /// Under the orders `catalogue` and `newest` nothing repeats or hides, whatever is added or
  /// removed meanwhile; under `creator` only a quote whose creator is changed meanwhile can.
  ///
  /// - Parameters:
  ///   - filter: Which quotes are meant; nil = all but the mature ones.
  ///   - order: In which order they come.
  ///   - pageSize: How many quotes to get at a time; 0 = 50, above 1,000 = 1,000.
  ///   - timeout: How long each page may take; nil = the client's.
  public func quotes(
    filter: QuoteFilter? = nil, order: QuoteOrder = .catalogue, pageSize: Int = 0,
    timeout: Duration? = nil
  ) -> QuoteSequence {
    QuoteSequence(
      pages: pages(filter: filter, order: order, pageSize: pageSize, timeout: timeout))
  }

  /// Asks for one page of the catalogue by the contract's own request, which can also name a
  /// revision that the server must have seen.
  ///
  /// - Parameter timeout: How long the call may take; nil = the client's.
  /// - Throws: The errors of `page(filter:order:pageSize:pageToken:skip:timeout:)`, and `unavailable`
  ///   where the server has not seen that revision in time.
  public func page(
    _ request: ListQuotesRequest, timeout: Duration? = nil
  ) async throws(Status) -> ListQuotesResponse {
    try request.check()
    return try await read(ListQuotes.self, request, timeout: timeout)
  }
}

extension ListQuotesRequest {
  fileprivate init(
    _ filter: QuoteFilter?, _ order: QuoteOrder, _ pageSize: Int, _ pageToken: String, _ skip: Int
  ) {
    self.init()
    self.filter = filter
    self.order = order
    self.pageSize = Int32(clamping: pageSize)
    self.pageToken = pageToken
    self.skip = Int32(clamping: skip)
  }

  /// Throws what the server would say of numbers that can't be.
  fileprivate func check() throws(Status) {
    for (name, number) in [("page_size", pageSize), ("skip", skip)] where number < 0 {
      throw .invalid(name, "\(name) is \(number); it must be 0 or more.")
    }
    try filter?.check()
  }
}
