// SPDX-License-Identifier: Apache-2.0

internal import QuoteClient
internal import QuoteCommandLine
internal import QuoteOutput
internal import QuoteSystem

/// Why the program can't do what it was asked.
enum Failure: Error {
  /// The command line can't be understood.
  case usage(UsageError)
  /// A call ended with an error.
  case call(Status)
  /// Some of several things can't be had; each was told already.
  case partial(Status)
  /// What can't be undone was not confirmed.
  case unconfirmed(String)
  /// A file can't be read.
  case input(String)
  /// What a file holds can't be used.
  case unreadable(String)
  /// Something does not fit, which was told as the result.
  case verdict
  /// The results can't be written.
  case output(SystemError)
  /// What takes messages doesn't want them.
  case refusedPost(String)

  /// What to tell the person; nil where there is nothing to tell, or it was told already.
  var message: String? {
    switch self {
    case .usage(let error): error.description.printable + "\n"
    case .call(let status): Self.line(status)
    case .partial, .verdict: nil
    case .input(let problem), .unreadable(let problem), .unconfirmed(let problem),
      .refusedPost(let problem):
      "quote: \(problem.printableLine)\n"
    case .output(let error): error.isBrokenPipe ? nil : "quote: \(error)\n"
    }
  }

  /// What the process exits with.
  var status: ExitStatus {
    switch self {
    case .usage(let error): error.status
    case .call(let status), .partial(let status): Self.exitStatus(of: status.code)
    case .unconfirmed: .usage
    case .input: .noInput
    case .refusedPost: .noPermission
    case .unreadable, .verdict: .data
    case .output(let error): error.isBrokenPipe ? .success : .inputOutput
    }
  }

  /// A status as one line for a person.
  static func line(_ status: Status) -> String {
    "quote: \(status.message.printableLine) (\(status.code))\n"
  }

  private static func exitStatus(of code: Status.Code) -> ExitStatus {
    switch code {
    case .ok: .success
    case .invalidArgument, .outOfRange: .usage
    case .notFound, .failedPrecondition, .alreadyExists: .data
    case .unavailable: .unavailable
    case .deadlineExceeded, .resourceExhausted, .aborted, .cancelled: .temporaryFailure
    case .permissionDenied, .unauthenticated: .noPermission
    case .unimplemented: .protocol
    default: .software
    }
  }

  /// What help tells of the exit status.
  static let statuses = HelpSection(
    "Exit status",
    [
      .init("0", "It did what was asked; also where the reader of a pipe has left early."),
      .init("64", "The command line, or a value in it, is wrong (INVALID_ARGUMENT, OUT_OF_RANGE)."),
      .init("65", "There is no such thing, or it is not fit for it (NOT_FOUND)."),
      .init("66", "A file can't be read."),
      .init("69", "The server can't be reached, or is shutting down (UNAVAILABLE)."),
      .init("70", "The server has a bug, or this program (INTERNAL, UNKNOWN, DATA_LOSS)."),
      .init("74", "The results can't be written."),
      .init("75", "Not in time, or a limit was reached; try again (DEADLINE_EXCEEDED)."),
      .init("76", "The server does not have that yet (UNIMPLEMENTED)."),
      .init(
        "77",
        "It is not allowed (PERMISSION_DENIED, UNAUTHENTICATED), or a webhook refuses it."),
      .init("78", "An environment variable has a value that can't be."),
    ])
}
