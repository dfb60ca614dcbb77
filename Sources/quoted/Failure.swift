// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteCommandLine
internal import QuoteStore
internal import QuoteSystem
internal import RPCCore

/// Why a command could not do its work: words for the person, and the exit status.
struct Failure: Error {
  let message: String
  let status: ExitStatus

  init(_ message: String, _ status: ExitStatus) {
    self.message = message
    self.status = status
  }

  /// The same failure with more to say, after what there is, which may end as a sentence or not.
  func adding(_ more: String) -> Failure {
    let words = message.hasSuffix(".") ? message.dropLast() : message[...]
    return Failure("\(words); \(more)", status)
  }

  /// A catalogue that can't be opened or written.
  init(_ error: CatalogueError) {
    self.init("\(error)", Self.status(of: error))
  }

  /// A call that was refused.
  init(_ status: Status) {
    self.init(status.message, Self.exitStatus(of: status))
  }

  private static func exitStatus(of status: Status) -> ExitStatus {
    // Waiting helps here too, but it is the store that could not be written.
    for case .errorInfo(let reason, _, _) in status.details where reason == "DISK_FULL" {
      return .inputOutput
    }
    return switch status.code {
    case .invalidArgument, .outOfRange: .usage
    case .notFound, .alreadyExists, .failedPrecondition: .data
    case .unavailable, .resourceExhausted, .aborted, .deadlineExceeded, .cancelled:
      .temporaryFailure
    case .permissionDenied, .unauthenticated: .noPermission
    case .dataLoss: .inputOutput
    default: .software
    }
  }

  /// A change that was not made.
  init(_ problem: EditProblem) {
    if case .store(let error) = problem {
      self.init("\(error)", Self.status(of: error.reason))
    } else {
      self.init("\(problem)", .data)
    }
  }

  private static func status(of error: CatalogueError) -> ExitStatus {
    switch error {
    case .system(let error): status(of: error.reason)
    case .store(let error): status(of: error.reason)
    case .starter, .starterQuote: .software
    }
  }

  private static func status(of reason: SystemError.Reason) -> ExitStatus {
    switch reason {
    case .heldBy: .temporaryFailure
    case .code, .largerThan: .cannotCreate
    }
  }

  private static func status(of reason: StoreError.Reason) -> ExitStatus {
    switch reason {
    case .newerSchema: .configuration
    case .readOnly, .cannotOpen: .cannotCreate
    default: .inputOutput
    }
  }
}
