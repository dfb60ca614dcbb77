// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteWire
internal import RPCCore

extension QuoteAdminService {
  /// Removes one quote.
  func deleteQuote(
    _ request: DeleteQuoteRequest, by editor: Editor
  ) async throws(Status) -> DeleteQuoteResponse {
    let editor = editor.asking(for: DeleteQuote.self, request, named: request.requestID)
    return try await making { () throws(EditProblem) in
      try await catalogue.deleteQuote(id: request.id, etag: request.etag, by: editor)
    }
  }
}
