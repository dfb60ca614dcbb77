// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteWire
internal import RPCCore

extension QuoteAdminService {
  /// Adds one quote.
  func createQuote(
    _ request: CreateQuoteRequest, by editor: Editor
  ) async throws(Status) -> CreateQuoteResponse {
    guard let quote = request.quote else {
      throw .missing("quote", "give its text at least")
    }
    let editor = editor.asking(for: CreateQuote.self, request, named: request.requestID)
    return try await making { () throws(EditProblem) in
      try await catalogue.createQuote(quote, by: editor)
    }
  }
}
