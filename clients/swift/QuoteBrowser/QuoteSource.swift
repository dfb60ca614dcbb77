// SPDX-License-Identifier: Apache-2.0

@_exported public import QuoteModel

/// Where an app gets its quotes from: four methods of the contract, over whatever connection.
///
/// `clients/apple` has one on URLSession; a program with `QuoteClient` writes one in a few lines.
/// All methods may be called at the same time, from any actor. A method runs on its caller's actor
/// until it first waits, so a source should do its reading elsewhere. Each call should end by itself
/// where no answer comes, by a time limit of the source's own.
public protocol QuoteSource: Sendable {
  /// Tells the quote of a day.
  func dailyQuote(
    _ request: DailyQuoteRequest
  ) async throws(QuoteSourceError) -> DailyQuoteResponse

  /// Lists a part of the catalogue.
  ///
  /// `skip` says where it begins. It may have fewer quotes than were asked for, but at least one
  /// where there is one. A `minRevision` must be obeyed: a response that was read before it is
  /// thrown away.
  func listQuotes(
    _ request: ListQuotesRequest
  ) async throws(QuoteSourceError) -> ListQuotesResponse

  /// Finds the quotes that match some words best, page by page.
  func searchQuotes(
    _ request: SearchQuotesRequest
  ) async throws(QuoteSourceError) -> SearchQuotesResponse

  /// Makes a message of a quote.
  func composeMessage(
    _ request: ComposeMessageRequest
  ) async throws(QuoteSourceError) -> ComposeMessageResponse
}

extension QuoteSource {
  /// How many quotes there are under a filter; nil = all but the mature ones.
  public func quoteCount(filter: QuoteFilter? = nil) async throws(QuoteSourceError) -> Int {
    var request = ListQuotesRequest()
    request.filter = filter
    request.pageSize = 1
    return Int(try await listQuotes(request).totalSize)
  }
}
