// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

/// How one try of a call has ended.
struct AttemptEnd {
  /// How far a try got that failed.
  enum Reach {
    /// Nothing of it has left this side, since the connection that it was given takes it no more.
    case unsent
    /// There was no connection for it.
    case unconnected
    /// The server says that it has not looked at it.
    case refused
    /// It may have been worked on, and its answer has not begun.
    case unanswered
    /// Its answer has begun, or there is nothing to be gained by another try.
    case final
  }

  /// What a server says of trying again (`grpc-retry-pushback-ms`).
  enum Pushback {
    /// Not to.
    case never
    /// After so long.
    case after(Duration)
  }

  /// The response, empty where responses went to the inbox; or what went wrong.
  let result: Result<[UInt8], Status>
  let reach: Reach
  var pushback: Pushback?

  /// The try went well.
  static func response(_ bytes: [UInt8]) -> AttemptEnd {
    AttemptEnd(result: .success(bytes), reach: .final)
  }

  /// The try failed.
  static func failure(
    _ status: Status, _ reach: Reach, _ pushback: Pushback? = nil
  ) -> AttemptEnd {
    AttemptEnd(result: .failure(status), reach: reach, pushback: pushback)
  }
}

/// What was tried of one call, and what may be tried next ("Retry Policy" and "Transparent Retries"
/// of gRFC A6).
struct CallAttempts {
  /// What follows a try.
  enum Next {
    /// Nothing: the caller gets the result.
    case end
    /// Another try at once.
    case atOnce
    /// Another try later.
    case after(Duration)
  }

  /// Tries that servers may have worked on (`grpc-previous-rpc-attempts`).
  private(set) var previous = 0
  private var unsent = 0
  private var wasRefused = false
  private var pauses: Backoff?

  /// A server that takes connections and goes away before it takes a call can't keep one going round.
  private static let mostUnsent = 5

  /// Notes the end of a try. `policy` is nil where the call isn't safe to repeat; `waits` is whether
  /// it waits for a connection as long as it takes.
  mutating func next(after end: AttemptEnd, by policy: RetryPolicy?, waits: Bool) -> Next {
    guard case .failure(let status) = end.result else { return .end }
    switch end.reach {
    case .final: return .end
    case .unconnected where waits: return .after(nextPause(Backoff(.connecting)))
    case .unsent where unsent < Self.mostUnsent:
      unsent += 1
      return .atOnce
    case .refused where !wasRefused:
      wasRefused = true
      return .atOnce
    case .unsent, .unconnected, .refused, .unanswered:
      guard let policy, status.code == .unavailable else { return .end }
      return next(status, end.pushback, by: policy)
    }
  }

  private mutating func next(
    _ status: Status, _ pushback: AttemptEnd.Pushback?, by policy: RetryPolicy
  ) -> Next {
    guard previous + 1 < min(policy.attempts, RetryPolicy.mostAttempts) else { return .end }
    previous += 1
    switch pushback {
    case .never: return .end
    case .after(let pause):
      pauses = nil
      return .after(pause)
    case nil:
      return .after(nextPause(Backoff(policy.pace), atLeast: status.retryDelay ?? .zero))
    }
  }

  private mutating func nextPause(_ first: Backoff, atLeast asked: Duration = .zero) -> Duration {
    var current = pauses ?? first
    defer { pauses = current }
    return current.next(atLeast: asked)
  }
}

extension Status {
  /// How long the server asks to wait before the call is tried again; nil where it doesn't ask.
  package var retryDelay: Duration? {
    for case .retryInfo(let delay) in details { return delay }
    return nil
  }
}
