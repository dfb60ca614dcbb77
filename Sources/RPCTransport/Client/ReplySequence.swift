// SPDX-License-Identifier: Apache-2.0

package import RPCCore

extension ClientChannel {
  /// Calls a method that has a stream of responses, when the first of them is asked for.
  ///
  /// The timeout is for the whole stream, and counts from there. Only as much is fetched ahead as
  /// `ClientOptions.streamBufferBytes` allows: who reads slowly makes the server wait. When the
  /// reading task is cancelled, or the iterator is let go, the server is told.
  package func stream<Method: RPCMethod>(
    _ method: Method.Type, _ request: Method.Request, options: CallOptions
  ) -> ReplySequence<Method.Response> {
    let (path, wire) = (Method.path, request.wire)
    return ReplySequence { OpenCall(self, path, .one(wire), options) }
  }
}

/// The responses of a stream, in order. What goes wrong is thrown as a `Status`, after the responses
/// before it; CANCELLED and DEADLINE_EXCEEDED by the caller's own task and clock at once.
///
/// Each iterator of a server's stream is a call of its own; all iterators of a bidirectional call
/// take from the same responses, and one task may wait for the next at a time.
package struct ReplySequence<Response: WireMessage>: AsyncSequence, Sendable {
  private let call: @Sendable () -> OpenCall

  init(_ call: @escaping @Sendable () -> OpenCall) { self.call = call }

  /// Creates an iterator, which begins the call with its first response.
  package func makeAsyncIterator() -> Iterator { Iterator(call: call()) }

  /// Goes from response to response.
  package struct Iterator: AsyncIteratorProtocol {
    fileprivate let call: OpenCall

    /// The next response, or nil after the last. After an error the sequence is over.
    package mutating func next() async throws(Status) -> Response? {
      guard let bytes = try await call.next() else { return nil }
      return try call.channel.read(bytes, call.path)
    }
  }
}
