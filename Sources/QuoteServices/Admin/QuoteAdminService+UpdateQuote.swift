// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteWire
internal import RPCCore

extension QuoteAdminService {
  /// Changes fields of one quote.
  func updateQuote(
    _ request: UpdateQuoteRequest, by editor: Editor
  ) async throws(Status) -> UpdateQuoteResponse {
    guard let quote = request.quote else {
      throw .missing("quote", "give its id and what is to change")
    }
    let editor = editor.asking(for: UpdateQuote.self, request, named: request.requestID)
    return try await making { () throws(EditProblem) in
      try await catalogue.updateQuote(quote, mask: request.updateMask, by: editor)
    }
  }
}
