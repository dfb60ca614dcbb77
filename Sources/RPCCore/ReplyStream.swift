// SPDX-License-Identifier: Apache-2.0

/// Where a handler sends the responses of one call, in order.
package struct ReplyStream<Response: WireMessage>: Sendable {
  private let sink: any ReplySink

  /// Creates a stream whose encoded responses go to `sink`.
  package init(to sink: any ReplySink) { self.sink = sink }

  /// Waits until there is room for a response of at most so many bytes, and keeps it for the next
  /// one. Who makes large ones calls it before it makes one, and lets go of it once it is sent: then
  /// all streams together hold no more than the server lets wait.
  ///
  /// Throws when the call is over, as `send` does.
  package func waitForRoom(of byteCount: Int) async throws(Status) {
    try await sink.waitForRoom(of: byteCount)
  }

  /// The same stream for a caller who must still be allowed it with each response: `check` throws
  /// what the call ends with where not.
  package func checked(by check: @escaping @Sendable () throws(Status) -> Void) -> Self {
    Self(to: CheckedSink(sink: sink, check: check))
  }

  /// Sends one response, and returns when there is room for another: a caller that reads slowly
  /// slows the handler down, instead of filling memory.
  ///
  /// Throws when the call is over: CANCELLED, DEADLINE_EXCEEDED, or RESOURCE_EXHAUSTED where the
  /// response is too large. Nothing more can be sent then.
  package func send(_ response: Response) async throws(Status) { try await send(response.wire) }

  /// Sends one response that is encoded already, as `send` of a response does.
  package func send(_ encoded: [UInt8]) async throws(Status) { try await sink.send(encoded) }
}

/// What takes the encoded responses of one call, off the loop.
package protocol ReplySink: Sendable {
  /// Returns when there is room for a response of so many bytes, which is kept for the next one.
  /// Throws when the call is over.
  func waitForRoom(of byteCount: Int) async throws(Status)

  /// Takes one response, and returns when there is room for another. Throws when the call is over.
  func send(_ encoded: [UInt8]) async throws(Status)
}

/// A sink that looks before each response whether it may go out.
private struct CheckedSink: ReplySink {
  let sink: any ReplySink
  let check: @Sendable () throws(Status) -> Void

  func waitForRoom(of byteCount: Int) async throws(Status) {
    try await sink.waitForRoom(of: byteCount)
  }

  func send(_ encoded: [UInt8]) async throws(Status) {
    try check()
    try await sink.send(encoded)
  }
}
