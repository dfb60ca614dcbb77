// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import RPCCore

extension MaintenanceService {
  /// Examines the server and what it works with.
  func getStatus() async -> GetStatusResponse {
    var response = GetStatusResponse()
    let snapshot = catalogue.snapshots.latest
    response.findings = await keeper.examineStore()
    response.findings += await catalogue.examine(snapshot)
    response.findings += examineProgram()
    return response
  }
}
