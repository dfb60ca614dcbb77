// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import RPCCore

extension Status {
  /// The status of a change that was not made.
  init(_ problem: EditProblem) {
    let (code, retryAfter): (Code, Duration?) =
      switch problem.kind {
      case .invalid: (.invalidArgument, nil)
      case .notFound: (.notFound, nil)
      case .alreadyExists: (.alreadyExists, nil)
      case .notPossible: (.failedPrecondition, nil)
      case .changedMeanwhile: (.aborted, nil)
      case .tooMany: (.resourceExhausted, nil)
      case .noRoom: (.resourceExhausted, .seconds(30))
      case .busy: (.unavailable, .seconds(1))
      case .failed: (.internal, nil)
      }
    self = .refusal(
      code, problem.description, reason: problem.reason, field: problem.field,
      retryAfter: retryAfter)
  }

  /// The refusal of a request that lacks a message.
  static func missing(_ field: String, _ what: String) -> Status {
    .refusal(
      .invalidArgument, "\(field) is missing: \(what).", reason: "FIELD_MISSING", field: field)
  }
}

/// Makes a change, and says as a status why it was not made.
func making<Success>(
  _ change: () async throws(EditProblem) -> Success
) async throws(Status) -> Success {
  do throws(EditProblem) {
    return try await change()
  } catch {
    throw Status(error)
  }
}
