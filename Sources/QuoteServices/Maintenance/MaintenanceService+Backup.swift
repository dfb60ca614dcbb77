// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteStore
internal import RPCCore

extension MaintenanceService {
  /// Writes a whole copy of the store to a new file.
  func backUp(_ request: BackupRequest) async throws(Status) -> BackupResponse {
    do throws(BackupProblem) {
      return try await keeper.backUp(to: request.path)
    } catch {
      throw Self.refusal(error)
    }
  }

  private static func refusal(_ problem: BackupProblem) -> Status {
    let (code, reason): (Status.Code, String) =
      switch problem {
      case .relativePath: (.invalidArgument, "RELATIVE_PATH")
      case .fileExists: (.alreadyExists, "FILE_EXISTS")
      case .system: (.failedPrecondition, "FILE_NOT_WRITABLE")
      case .store(let error):
        switch error.reason {
        case .diskFull: (.resourceExhausted, "DISK_FULL")
        case .corrupt: (.dataLoss, "COPY_NOT_WHOLE")
        default: (.failedPrecondition, "STORE_NOT_READABLE")
        }
      }
    return .refusal(code, problem.description, reason: reason, field: "path")
  }
}
