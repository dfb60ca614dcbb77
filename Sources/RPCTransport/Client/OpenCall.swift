// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCNet
internal import Synchronization

/// One call with a stream of requests or of responses, as those hold it who write and read it. When
/// all have let go of it, or the task of one is cancelled while it waits, the server is told.
final class OpenCall: Sendable {
  let channel: ClientChannel
  let path: MethodPath
  private let options: CallOptions
  private let ticket = CallTicket()
  /// What the call begins with; nil once it has begun.
  private let beginning: Mutex<RequestSupply?>
  private let outbox: RequestOutbox?
  private let inbox: ReplyInbox

  /// Creates a call that begins when it is first read, or written to.
  init(
    _ channel: ClientChannel, _ path: MethodPath, _ requests: RequestSupply,
    _ options: CallOptions
  ) {
    self.channel = channel
    self.path = path
    self.options = options
    outbox = requests.outbox
    beginning = Mutex(requests)
    inbox = ReplyInbox(limitBytes: channel.options.streamBufferBytes)
  }

  deinit { Self.cancel(ticket, on: channel) }

  /// The next response; nil after the last.
  func next() async throws(Status) -> [UInt8]? {
    begin()
    let (channel, ticket) = (channel, ticket)
    let item = await withTaskCancellationHandler {
      await inbox.next()
    } onCancel: {
      Self.cancel(ticket, on: channel)
    }
    if item.makesRoom { channel.core.execute { $0.makeRoom(ticket) } }
    guard let response = try item.response.get() else { return nil }
    options.record?.read(compressed: response.wasCompressed)
    return response.bytes
  }

  /// The response of a call that has one.
  func onlyResponse() async -> Result<[UInt8], Status> {
    do throws(Status) {
      guard let response = try await next() else { throw .noResponse(to: path) }
      guard try await next() == nil else {
        Self.cancel(ticket, on: channel)
        throw .manyResponses(to: path)
      }
      return .success(response)
    } catch {
      return .failure(error)
    }
  }

  /// Whether the call goes on, so that requests may be sent.
  var takesRequests: Bool { outbox?.isOpen ?? false }

  /// Sends a request, and returns when there is room for another.
  func send(_ request: [UInt8], _ encoding: MessageEncoding?) async throws(Status) {
    guard let outbox else { return }
    begin()
    let (channel, ticket) = (channel, ticket)
    let end = await withTaskCancellationHandler {
      await withCheckedContinuation { writer in
        if outbox.put(request, encoding, writer) { announce() }
      }
    } onCancel: {
      Self.cancel(ticket, on: channel)
    }
    if let end { throw end }
  }

  /// Says that there are no more requests.
  func finish() {
    begin()
    if outbox?.finish() == true { announce() }
  }

  /// Begins the call, unless it has begun.
  func begin() {
    guard let requests = beginning.withLock({ $0.take() }) else { return }
    let (path, options, ticket, inbox) = (path, options, ticket, inbox)
    let isRunning = channel.core.execute { core in
      core.begin(
        ClientCall(
          path: path, requests: requests, options: options, ticket: ticket,
          receiver: .stream(inbox)))
    }
    guard !isRunning else { return }
    inbox.end(.channelClosed(channel.address))
    outbox?.end(.channelClosed(channel.address))
  }

  private func announce() {
    let ticket = ticket
    channel.core.execute { $0.sendRequests(of: ticket) }
  }

  private static func cancel(_ ticket: CallTicket, on channel: ClientChannel) {
    // The mark serves where the call has not begun yet.
    ticket.cancel()
    channel.core.execute { $0.cancel(ticket) }
  }
}

/// What a call sends.
enum RequestSupply: Sendable {
  /// One encoded request.
  case one([UInt8])
  /// What comes out there.
  case stream(RequestOutbox)

  var outbox: RequestOutbox? { if case .stream(let outbox) = self { outbox } else { nil } }
}
