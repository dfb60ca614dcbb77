// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import RPCCore

extension MaintenanceService {
  /// Lists a page of what was changed.
  func listAudit(_ request: ListAuditRequest) async throws(Status) -> ListAuditResponse {
    guard request.pageSize >= 0 else {
      throw .refusal(
        .invalidArgument,
        "page_size is \(request.pageSize): it must be 0 (which means \(PageLimits.usualRows)) or "
          + "more.", reason: "INVALID_LIST", field: "page_size")
    }
    guard request.beforeNumber >= 0 else {
      throw .refusal(
        .invalidArgument,
        "before_number is \(request.beforeNumber): it must be 0 (which means the last) or more.",
        reason: "INVALID_LIST", field: "before_number")
    }
    let limit =
      request.pageSize == 0
      ? PageLimits.usualRows : min(Int(request.pageSize), PageLimits.mostRows)
    var response = ListAuditResponse()
    response.entries = try await making { () throws(EditProblem) in
      try await keeper.audit(
        before: request.beforeNumber == 0 ? .max : request.beforeNumber, limit: limit)
    }
    return response
  }
}
