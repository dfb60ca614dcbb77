// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
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
    let code: Status.Code =
      switch problem.kind {
      case .invalidPath: .invalidArgument
      case .fileExists: .alreadyExists
      case .notWritable, .notReadable: .failedPrecondition
      case .noRoom: .resourceExhausted
      case .notWhole: .dataLoss
      }
    return .refusal(code, problem.description, reason: problem.kind.rawValue, field: "path")
  }
}
