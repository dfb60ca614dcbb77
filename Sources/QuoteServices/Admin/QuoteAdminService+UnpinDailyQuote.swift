// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import RPCCore

extension QuoteAdminService {
  /// Gives a pinned date back.
  func unpinDailyQuote(
    _ request: UnpinDailyQuoteRequest, by editor: Editor
  ) async throws(Status) -> UnpinDailyQuoteResponse {
    try await making { () throws(EditProblem) in
      try await catalogue.unpinDailyQuote(
        calendar: request.calendar, date: request.date, by: editor)
    }
  }
}
