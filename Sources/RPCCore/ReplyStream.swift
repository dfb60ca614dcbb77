// SPDX-License-Identifier: Apache-2.0

/// Where a handler sends the responses of one call, in order.
package struct ReplyStream<Response: WireMessage>: Sendable {
  private let sink: any ReplySink

  /// Creates a stream whose encoded responses go to `sink`.
  package init(to sink: any ReplySink) { self.sink = sink }

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
  /// Takes one response, and returns when there is room for another. Throws when the call is over.
  func send(_ encoded: [UInt8]) async throws(Status)
}
