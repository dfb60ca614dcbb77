// SPDX-License-Identifier: Apache-2.0

/// A method's path, the closure that serves it, and how often it was called.
package final class Route {
  /// Decodes the request, serves it, and appends the encoded response; or answers what is left to
  /// do of it, and has appended nothing that counts.
  package typealias Run =
    (Span<UInt8>, inout CallContext, inout [UInt8]) throws(Status) -> LaterAnswer?

  /// Serves a call whose requests come one after the other, as it asks for them.
  package typealias Begin = (any RequestSource, CallContext) -> LaterAnswer

  /// The method's path.
  package let path: MethodPath
  /// Whether a task answers each of its calls, so that the handler has a `TaskReply`.
  package let isAnsweredByTasks: Bool
  /// Whether its callers pass the router's gate by.
  package let isOutsideGate: Bool
  /// Serves one call that has one request.
  package let run: Run
  /// Serves one call that has any number of requests; nil where the method has one.
  package let begin: Begin?
  /// How often it was called.
  package let tally: MethodTally

  init(
    path: MethodPath, kind: CallKind, isAnsweredByTasks: Bool, isOutsideGate: Bool,
    begin: Begin? = nil, run: @escaping Run
  ) {
    self.path = path
    self.isAnsweredByTasks = isAnsweredByTasks
    self.isOutsideGate = isOutsideGate
    self.run = run
    self.begin = begin
    tally = MethodTally(path, kind)
  }

  func matches(_ candidate: Span<UInt8>) -> Bool {
    let bytes = path.bytes
    return candidate.equals(bytes.span)
  }
}

/// What is left to do of a call that was not answered at once: a task runs it, off the loop, once.
package enum LaterAnswer: Sendable {
  /// Gives the encoded response.
  case response(@Sendable () async throws(Status) -> [UInt8])
  /// Sends encoded responses, any number of them; the call ends when it returns.
  case replies(@Sendable (any ReplySink) async throws(Status) -> Void)
}

/// Whether a handler has answered a call.
package enum Answered: Sendable {
  /// The response is in the output.
  case now
  /// It has to wait for something: the other handler answers.
  case later
}
