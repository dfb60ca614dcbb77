// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import RPCCore

extension QuoteAdminService {
  /// Erases a quote's text for good.
  func purgeQuote(
    _ request: PurgeQuoteRequest, by editor: Editor
  ) async throws(Status) -> PurgeQuoteResponse {
    try await making { () throws(EditProblem) in
      try await catalogue.purgeQuote(id: request.id, reason: request.reason, by: editor)
    }
  }
}
