// SPDX-License-Identifier: Apache-2.0

/// The requests of one call, in order, as its handler reads them: a handler that reads slowly slows
/// its caller down, instead of filling memory.
///
/// It ends when the caller has sent its last. It throws the status that the call ends with when the
/// call is over before: CANCELLED where the caller took it back or the connection is gone,
/// DEADLINE_EXCEEDED, or what is wrong with a request. There is one row of requests for all
/// iterators, and one task may wait for the next of them at a time.
package struct RequestStream<Request: WireMessage>: AsyncSequence, Sendable {
  private let source: any RequestSource

  /// Creates a stream of the encoded requests that come from `source`.
  package init(from source: any RequestSource) { self.source = source }

  /// Creates an iterator; it goes on where another has stopped.
  package func makeAsyncIterator() -> Iterator { Iterator(source: source) }

  /// Goes from request to request.
  package struct Iterator: AsyncIteratorProtocol {
    fileprivate let source: any RequestSource
    /// Whether the request that `next` gave last was compressed on its way.
    package private(set) var wasCompressed = false

    /// The next request, or nil after the last.
    package mutating func next() async throws(Status) -> Request? {
      guard let request = try await source.next() else { return nil }
      wasCompressed = request.wasCompressed
      let bytes = request.bytes
      return try Request(read: bytes.span)
    }
  }
}

/// Where the encoded requests of one call come from, off the loop.
package protocol RequestSource: Sendable {
  /// Waits for the next request; nil after the last. Throws, every time, once the call is over.
  func next() async throws(Status) -> ReceivedMessage?
}
