// SPDX-License-Identifier: Apache-2.0

package import RPCCore
internal import RPCNet

extension ClientChannel {
  /// Calls a method that has a stream of responses, when the first of them is asked for.
  ///
  /// The timeout is for the whole stream, and counts from there. Only as much is fetched ahead as
  /// `ClientOptions.streamBufferBytes` allows: who reads slowly makes the server wait. When the
  /// reading task is cancelled, or the iterator is let go, the server is told.
  package func stream<Method: RPCMethod>(
    _ method: Method.Type, _ request: Method.Request, options: CallOptions
  ) -> ReplySequence<Method.Response> {
    ReplySequence(channel: self, path: Method.path, request: request.wire, options: options)
  }
}

/// The responses of a stream, in order; each iterator is a call of its own. What goes wrong is
/// thrown as a `Status`, after the responses before it; CANCELLED and DEADLINE_EXCEEDED by the
/// caller's own task and clock at once.
package struct ReplySequence<Response: WireMessage>: AsyncSequence, Sendable {
  let channel: ClientChannel
  let path: MethodPath
  let request: [UInt8]
  let options: CallOptions

  /// Creates an iterator, which begins the call with its first response.
  package func makeAsyncIterator() -> Iterator {
    Iterator(reader: ReplyReader(channel, path, request, options))
  }

  /// Goes from response to response.
  package struct Iterator: AsyncIteratorProtocol {
    fileprivate let reader: ReplyReader

    /// The next response, or nil after the last. After an error the sequence is over.
    package mutating func next() async throws(Status) -> Response? {
      guard let bytes = try await reader.next() else { return nil }
      return try reader.channel.read(bytes, reader.path)
    }
  }
}

/// One call with a stream of responses, as its reader holds it.
private final class ReplyReader {
  let channel: ClientChannel
  let path: MethodPath
  private let request: [UInt8]
  private let options: CallOptions
  private let ticket = CallTicket()
  private let inbox: ReplyInbox
  private var hasBegun = false

  init(
    _ channel: ClientChannel, _ path: MethodPath, _ request: [UInt8], _ options: CallOptions
  ) {
    self.channel = channel
    self.path = path
    self.request = request
    self.options = options
    inbox = ReplyInbox(limitBytes: channel.options.streamBufferBytes)
  }

  deinit { Self.cancel(ticket, on: channel) }

  func next() async throws(Status) -> [UInt8]? {
    if !hasBegun { begin() }
    let (channel, ticket) = (channel, ticket)
    let item = await withTaskCancellationHandler {
      await inbox.next()
    } onCancel: {
      Self.cancel(ticket, on: channel)
    }
    if item.makesRoom { channel.core.execute { $0.makeRoom(ticket) } }
    return try item.response.get()
  }

  private func begin() {
    hasBegun = true
    let (path, request, options, ticket, inbox) = (path, request, options, ticket, inbox)
    let isRunning = channel.core.execute { core in
      core.begin(
        ClientCall(
          path: path, request: request, options: options, ticket: ticket,
          receiver: .stream(inbox)))
    }
    if !isRunning { inbox.end(.channelClosed(channel.address)) }
  }

  private static func cancel(_ ticket: CallTicket, on channel: ClientChannel) {
    // The mark serves where the call has not begun yet.
    ticket.cancel()
    channel.core.execute { $0.cancel(ticket) }
  }
}
