// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import RPCCore

extension QuoteAdminService {
  /// Reserves a date for a quote.
  func pinDailyQuote(
    _ request: PinDailyQuoteRequest, by editor: Editor
  ) async throws(Status) -> PinDailyQuoteResponse {
    guard let pin = request.pin else { throw .missing("pin", "give a date and a quote's id") }
    if request.force {
      try editor.check(.admin, for: "To replace the quote of a fixed date", field: "force")
    }
    return try await making { () throws(EditProblem) in
      try await catalogue.pinDailyQuote(pin, force: request.force, by: editor)
    }
  }
}
