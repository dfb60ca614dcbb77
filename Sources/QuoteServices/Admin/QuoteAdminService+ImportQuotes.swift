// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import RPCCore

extension QuoteAdminService {
  /// Adds a batch of quotes.
  func importQuotes(
    _ request: ImportQuotesRequest, by editor: Editor
  ) async throws(Status) -> ImportQuotesResponse {
    if request.keepIDs { try editor.check(.admin, for: "To keep ids", field: "keep_ids") }
    let options = AdmissionOptions(
      restoresDeleted: request.restoreDeleted, isDryRun: request.dryRun, keepsIDs: request.keepIDs)
    return try await making { () throws(EditProblem) in
      try await catalogue.importQuotes(request.quotes, options: options, by: editor)
    }
  }
}
