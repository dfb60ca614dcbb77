// SPDX-License-Identifier: Apache-2.0

package import RPCCore

/// The server's side of one connection's protocol: bytes in, bytes out, no socket.
///
/// A `Connection` drives it and writes what it appends to `output` in one piece after each call.
/// While much of that waits for the client to read, the connection reads nothing more.
package protocol ServerSession: AnyObject {
  /// Who is told that a task has given the session something to send.
  var host: (any SessionHost)? { get set }

  /// Consumes bytes; appends what is to be sent to `output`.
  ///
  /// Once `output` is large the session may stop and keep the rest of the bytes for `outputDrained`.
  func receive(_ bytes: Span<UInt8>, now: UInt64, output: inout [UInt8]) -> SessionVerdict

  /// The client sends no more; what it asked for is still answered.
  func inputEnded(now: UInt64, output: inout [UInt8]) -> SessionVerdict

  /// There is room again: appends more of what waits. To be called whenever the kernel has taken
  /// all that was written, at once or later, until nothing is appended.
  func outputDrained(now: UInt64, output: inout [UInt8]) -> SessionVerdict

  /// Tells the client to go elsewhere; calls in flight finish.
  func drain(now: UInt64, output: inout [UInt8])

  /// Drains, and says what becomes of the connection.
  func drainVerdict(now: UInt64, _ output: inout [UInt8]) -> SessionVerdict

  /// Ends what should have ended by `now`.
  func expire(now: UInt64, output: inout [UInt8]) -> SessionVerdict

  /// The connection is gone, or will be: cancels the tasks of its calls. The last call.
  func connectionLost()

  /// When `expire` is due next; `never` when nothing waits for it.
  var nextDeadline: Deadline { get }

  /// How many calls have begun and not ended.
  var callsInFlight: Int { get }

  /// The number of the last call that has begun, which changes with each.
  var lastCall: UInt32 { get }
}

extension ServerSession {
  /// Drains; the verdict comes with the next call.
  package func drainVerdict(now: UInt64, _ output: inout [UInt8]) -> SessionVerdict {
    drain(now: now, output: &output)
    return .open
  }
}

/// What drives a session, as far as the session has to know.
package protocol SessionHost: AnyObject {
  /// The session has something to send: `outputDrained` is to be called soon, when all that was
  /// written before has gone.
  func sessionHasOutput()
}

/// What becomes of a connection after a call of its session.
package enum SessionVerdict: Equatable {
  /// It goes on.
  case open
  /// It closes once the output is sent. The reason is for the log; nil where nothing went wrong.
  case closeAfterOutput(reason: String?)
}
