// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import RPCCore

extension MaintenanceService {
  /// Removes the quotes that have the tag of the starter catalogue.
  func removeStarterQuotes(by editor: Editor) async throws(Status) -> RemoveStarterQuotesResponse {
    let count = try await making { () throws(EditProblem) in
      try await catalogue.removeStarterQuotes(by: editor)
    }
    var response = RemoveStarterQuotesResponse()
    response.removedCount = Int32(clamping: count)
    response.revision = catalogue.snapshots.latest.revision
    return response
  }
}
