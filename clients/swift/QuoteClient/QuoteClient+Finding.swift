// SPDX-License-Identifier: Apache-2.0

internal import QuoteWire
internal import RPCTransport

extension QuoteClient {
  /// Asks for the quotes that match some words best, the best first; they come page by page, and a
  /// loop over them asks for the next page by itself.
  ///
  /// ```swift
  /// for try await quote in client.search("café 1984") { print(quote.text) }
  /// ```
  ///
  /// All words must occur, in the text, the creator's name, the source or the tags; case, accents and
  /// punctuation don't matter. Words in quotation marks must follow each other, and the last word is
  /// also found as the beginning of a longer one.
  ///
  /// - Parameters:
  ///   - query: The words.
  ///   - filter: Which quotes are meant; nil = all but the mature ones.
  ///   - pageSize: How many quotes to get at a time; 0 = 50, above 1,000 = 1,000.
  ///   - timeout: How long each page may take; nil = the client's.
  /// - Returns: 1,000 quotes at most. Iterating throws the errors of `searchPage`.
  public func search(
    _ query: String, filter: QuoteFilter? = nil, pageSize: Int = 0, timeout: Duration? = nil
  ) -> PagedSequence<SearchQuotesResponse, Quote> {
    PagedSequence(
      pages: searchPages(query, filter: filter, pageSize: pageSize, timeout: timeout),
      elements: \.quotes)
  }

  /// All pages of a search, each asked for when it is needed.
  ///
  /// The parameters are those of `searchPage`; the timeout is that of each page.
  public func searchPages(
    _ query: String, filter: QuoteFilter? = nil, pageSize: Int = 0, pageToken: String = "",
    timeout: Duration? = nil
  ) -> Pages<SearchQuotesResponse> {
    Pages(from: pageToken, next: \.nextPageToken) { token, _ throws(Status) in
      try await self.searchPage(
        query, filter: filter, pageSize: pageSize, pageToken: token, timeout: timeout)
    }
  }

  /// Asks for one page of the quotes that match some words best.
  ///
  /// - Parameters:
  ///   - query: The words; see `search`.
  ///   - filter: Which quotes are meant; nil = all but the mature ones.
  ///   - pageSize: The most quotes to get; 0 = 50, above 1,000 = 1,000. A page also ends at 1 MiB.
  ///   - pageToken: The `nextPageToken` of the page before, asked for with the same query and filter;
  ///     empty = from the start.
  ///   - timeout: How long the call may take; nil = the client's.
  /// - Returns: The page; an empty `nextPageToken` means that it is the last.
  ///
  /// Where the server is still making its index, it is asked again as it says, until the timeout.
  ///
  /// - Throws: `invalidArgument` for a query without a word, a negative number, an impossible filter,
  ///   or a token that was altered or belongs to another query; `unavailable` where the server's
  ///   index was not made in time; `resourceExhausted` where the search takes too long.
  public func searchPage(
    _ query: String, filter: QuoteFilter? = nil, pageSize: Int = 0, pageToken: String = "",
    timeout: Duration? = nil
  ) async throws(Status) -> SearchQuotesResponse {
    var request = SearchQuotesRequest()
    request.query = query
    request.filter = filter
    request.pageSize = Int32(clamping: pageSize)
    request.pageToken = pageToken
    guard pageSize >= 0 else { throw .negativePageSize(pageSize) }
    try filter?.check()
    let clock = ContinuousClock()
    let end = clock.now + (timeout ?? self.timeout)
    while true {
      do throws(Status) {
        return try await read(SearchQuotes.self, request, timeout: end - clock.now)
      } catch {
        guard error.code == .unavailable, let delay = error.retryDelay, clock.now + delay < end,
          (try? await Task.sleep(for: delay)) != nil
        else { throw error }
      }
    }
  }

  /// Asks for distinct quotes drawn by chance.
  ///
  /// - Parameters:
  ///   - count: How many; 0 = 1, at most 100.
  ///   - filter: Which quotes are meant; nil = all but the mature ones.
  ///   - seed: The same seed on the same revision draws the same quotes; nil = by chance.
  ///   - excluding: Ids of quotes not to draw, 1,000 at most.
  ///   - balancingCreators: Whether to draw a creator first, then a quote of theirs.
  ///   - timeout: How long the call may take; nil = the client's.
  /// - Returns: The quotes in the order they were drawn; fewer than asked for where there are fewer.
  /// - Throws: `invalidArgument` for a count below 0 or above 100, too many ids, or an impossible
  ///   filter.
  public func random(
    count: Int = 1, filter: QuoteFilter? = nil, seed: UInt64? = nil, excluding: [String] = [],
    balancingCreators: Bool = false, timeout: Duration? = nil
  ) async throws(Status) -> [Quote] {
    guard (0...100).contains(count) else {
      throw .invalid("count", "count is \(count); it must be from 0 to 100.")
    }
    // On the wire 0 stands for no seed at all.
    guard seed != 0 else { throw .invalid("seed", "A seed of 0 means none; take another number.") }
    try filter?.check()
    var request = RandomQuotesRequest()
    request.count = Int32(count)
    request.filter = filter
    request.seed = seed ?? 0
    request.excludeIDs = excluding
    request.balanceCreators = balancingCreators
    return try await read(RandomQuotes.self, request, timeout: timeout).quotes
  }
}
