// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteWire
internal import RPCCore

extension QuoteService {
  /// The encoded page of the quotes that match a query best: a task, since the index is searched on
  /// threads of its own, and may have to see the newest revision first.
  static func searchQuotes(
    _ request: SearchQuotesRequest, in search: QuoteSearch
  ) async throws(Status) -> [UInt8] {
    let page: SearchPage
    do throws(SearchProblem) {
      page = try await search.page(request)
    } catch {
      throw refusal(error)
    }
    var output = page.quotes
    var rest = SearchQuotesResponse()
    rest.nextPageToken = page.nextPageToken
    rest.revision = page.revision
    rest.append(to: &output)
    return output
  }

  private static func refusal(_ problem: SearchProblem) -> Status {
    switch problem {
    case .request(let error):
      .refusal(.invalidArgument, error.description, reason: reason(of: error), field: error.field)
    case .delayed(.making(let progress)):
      .refusal(
        .unavailable,
        "The search index is being made, and \(progress.done) of \(progress.total) quotes are in it: "
          + "try again in \(progress.left.wholeSeconds) s.",
        reason: "SEARCH_INDEX_NOT_READY", retryAfter: .seconds(progress.left.wholeSeconds))
    case .delayed(.behind(let shown, let wanted)):
      .refusal(
        .unavailable,
        "The search index is at revision \(shown) and has not seen \(wanted) yet: try again, or ask "
          + "with a lower min_revision.",
        reason: "REVISION_NOT_SEEN", retryAfter: .seconds(2))
    case .delayed(.failed):
      .refusal(
        .unavailable,
        "The search index can't be used at present, and the server's log says why: everything but "
          + "search is served.",
        reason: "SEARCH_INDEX_FAILED", retryAfter: .seconds(30))
    case .busy:
      .refusal(
        .resourceExhausted,
        "\(SearchLimits.waiting) searches wait for their turn already: try again in a moment.",
        reason: "TOO_MANY_SEARCHES", retryAfter: .seconds(1))
    case .stopped:
      .refusal(
        .resourceExhausted,
        "The search took longer than \(SearchLimits.time.wholeSeconds) s: look for rarer words, or "
          + "for more of them.", reason: "SEARCH_TOO_COSTLY")
    }
  }

  private static func reason(of error: ListProblem) -> String {
    if case .queryWithoutWord = error { return "QUERY_WITHOUT_WORD" }
    return "INVALID_SEARCH"
  }
}

extension Duration {
  /// The span in seconds, rounded up, one at least and a minute at most.
  fileprivate var wholeSeconds: Int64 {
    min(max(components.seconds + (components.attoseconds > 0 ? 1 : 0), 1), 60)
  }
}
