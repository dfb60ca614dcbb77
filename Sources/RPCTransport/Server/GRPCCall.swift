// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCHTTP2

/// One unary call of a gRPC client, served inline. The object serves one call after the other.
final class GRPCCall: HTTP2StreamHandler {
  private enum State {
    /// There is no call.
    case idle
    /// The request is not complete.
    case reading
    /// The answer is given; what still comes is dropped.
    case answered
  }

  private let services: Services
  private let responses: GRPCResponses
  private let requests: RequestMemory
  private var state = State.idle
  private var route: Route?
  private var desk: Desk?

  /// Creates a call object for the streams of one session.
  init(services: Services, responses: GRPCResponses, requests: RequestMemory) {
    self.services = services
    self.responses = responses
    self.requests = requests
    desk = Desk(limitBytes: services.limits.messageBytes)
  }

  func headersReceived(_ stream: HTTP2Stream, in session: HTTP2Session) {
    // Trailers of a request say nothing to us.
    guard state == .idle else { return }
    atDesk { desk in
      do throws(GRPCRequestHead.Refusal) {
        let head = try GRPCRequestHead(
          stream.headers, router: services.router, metadata: &desk.context.metadata)
        try begin(head, &desk, on: stream, in: session)
      } catch {
        refuse(error, desk.context, on: stream, in: session)
      }
    }
  }

  func dataReceived(_ bytes: Span<UInt8>, on stream: HTTP2Stream, in session: HTTP2Session) {
    session.consumed(bytes.count, on: stream)
    guard state == .reading else { return }
    atDesk { desk in
      do throws(FramingError) {
        guard try desk.read(bytes) else {
          return fail(Self.oneMessage, &desk, on: stream, in: session)
        }
        if !desk.isSmall, !desk.count(in: requests) {
          fail(Self.tooMuchArrives, &desk, on: stream, in: session)
        }
      } catch {
        fail(Status(error), &desk, on: stream, in: session)
      }
    }
  }

  func inputEnded(_ stream: HTTP2Stream, in session: HTTP2Session) {
    guard state == .reading, let route = route.take() else { return }
    atDesk { desk in
      if let refusal = refusal(of: desk, in: session) {
        fail(refusal, &desk, on: stream, in: session)
      } else {
        run(route, &desk, on: stream, in: session)
      }
      // The reply may wait for long until the client reads it; the request need not.
      if !desk.isSmall { desk.forgetRequest(in: requests) }
    }
  }

  func deadlinePassed(_ stream: HTTP2Stream, in session: HTTP2Session) {
    guard state == .reading else { return }
    atDesk { fail(Self.tooLate, &$0, on: stream, in: session) }
  }

  func streamClosed(_ stream: HTTP2Stream, in session: HTTP2Session, code: HTTP2ErrorCode) {
    state = .idle
    route = nil
    atDesk { $0.clear(in: requests) }
  }
}

/// What a call works with, and leaves to the next one. It is taken out of the call's object while
/// it changes, which costs less than to have every change watched for another.
private struct Desk: ~Copyable {
  var deframer: MessageDeframer
  var messages = 0
  var context = CallContext(deadline: .never, metadata: Metadata())
  /// What of the request is counted among the connection's.
  private var countedBytes = 0

  /// Memory that may stay for the next request.
  private static let keptBytes = 16 << 10

  init(limitBytes: Int) {
    deframer = MessageDeframer(limitBytes: limitBytes)
  }

  /// Reads bytes of the request; returns whether it has at most one message so far.
  mutating func read(_ bytes: Span<UInt8>) throws(FramingError) -> Bool {
    var offset = 0
    while offset < bytes.count {
      guard messages == 0 else { return false }
      if try deframer.next(bytes, from: &offset) { messages += 1 }
    }
    return true
  }

  /// Whether the request takes no more memory than a call may keep: it need not be counted.
  var isSmall: Bool { deframer.message.count <= Self.keptBytes }

  /// Counts what has arrived of the request; returns whether there is room for it.
  mutating func count(in requests: RequestMemory) -> Bool {
    let count = deframer.message.count
    requests.heldBytes += count - countedBytes
    countedBytes = count
    return requests.heldBytes <= requests.limitBytes
  }

  /// Gives back what the request takes.
  mutating func forgetRequest(in requests: RequestMemory) {
    requests.heldBytes -= countedBytes
    countedBytes = 0
    deframer.reset(keepingBytes: Self.keptBytes)
  }

  mutating func clear(in requests: RequestMemory) {
    forgetRequest(in: requests)
    messages = 0
    context.reset()
  }
}

extension GRPCCall {
  private static let oneMessage = Status(
    .unimplemented, "The method takes exactly one request message.")
  private static let cutMessage = Status(.internal, "The request ended inside a message.")
  private static let tooLate = Status(
    .deadlineExceeded, "The deadline passed before the request was complete.")
  private static let tooMuchArrives = Status(
    .resourceExhausted, "Too many large requests are under way on this connection.")
  private static let tooMuchWaits = Status(
    .resourceExhausted, "Too many replies wait to be read on this connection.")

  private func atDesk(_ work: (inout Desk) -> Void) {
    guard var taken = desk.take() else {
      preconditionFailure("A call was told of two things at once.")
    }
    work(&taken)
    desk = consume taken
  }

  private func begin(
    _ head: GRPCRequestHead, _ desk: inout Desk, on stream: HTTP2Stream, in session: HTTP2Session
  ) throws(GRPCRequestHead.Refusal) {
    if let timeout = head.timeoutNanoseconds {
      guard timeout > 0 else { throw .status(Self.tooLate) }
      desk.context.deadline = Deadline(now: session.now, timeoutNanoseconds: timeout)
      if !stream.inputEnded { session.setDeadline(desk.context.deadline, of: stream) }
    }
    route = head.route
    state = .reading
  }

  /// Why a request that has ended is not served; nil where it is.
  private func refusal(of desk: borrowing Desk, in session: HTTP2Session) -> Status? {
    if !desk.deframer.isBetweenMessages { return Self.cutMessage }
    if desk.messages != 1 { return Self.oneMessage }
    // When the loop is full of replies that nobody reads, who has any is refused more of them; who
    // reads what it gets has none.
    let isFull = services.waitingReplyBytes > services.limits.waitingReplyBytesInAll
    let limit = isFull ? 0 : services.limits.waitingReplyBytes
    return session.outputWaiting > limit ? Self.tooMuchWaits : nil
  }

  private func run(
    _ route: Route, _ desk: inout Desk, on stream: HTTP2Stream, in session: HTTP2Session
  ) {
    var output: [UInt8] = []
    stream.exchangeOutput(&output)
    let request = desk.deframer.message
    let start = output.beginMessage()
    do throws(Status) {
      try route.run(request.span, &desk.context, &output)
    } catch {
      output.removeAll(keepingCapacity: true)
      stream.exchangeOutput(&output)
      return fail(error, desk.context, on: stream, in: session)
    }
    output.endMessage(at: start)
    stream.exchangeOutput(&output)
    succeed(desk.context, stream, session)
  }

  private func succeed(
    _ context: borrowing CallContext, _ stream: HTTP2Stream, _ session: HTTP2Session
  ) {
    state = .answered
    services.counters.add(.callSucceeded)
    let trailers = context.trailingMetadata.isEmpty ? nil : HeaderBlock(context.trailingMetadata)
    session.finish(stream, trailers: responses.success, adding: trailers)
    let headers = context.initialMetadata.isEmpty ? nil : HeaderBlock(context.initialMetadata)
    session.respond(stream, responses.head, adding: headers, then: .body)
  }

  /// Ends a call whose request is no longer needed.
  private func fail(
    _ status: Status, _ desk: inout Desk, on stream: HTTP2Stream, in session: HTTP2Session
  ) {
    fail(status, desk.context, on: stream, in: session)
    if !desk.isSmall { desk.forgetRequest(in: requests) }
  }

  /// Ends the call without a message: one block of headers says it all.
  private func fail(
    _ status: Status, with fixed: FixedFields? = nil, _ context: CallContext,
    on stream: HTTP2Stream, in session: HTTP2Session
  ) {
    state = .answered
    services.counters.add(.callFailed)
    var block = HeaderBlock()
    block.append(status, encodeDetails: services.encodeStatusDetails)
    block.append(context.initialMetadata)
    block.append(context.trailingMetadata)
    session.respond(stream, fixed ?? responses.failure, adding: block, then: .end)
  }

  private func refuse(
    _ refusal: GRPCRequestHead.Refusal, _ context: CallContext, on stream: HTTP2Stream,
    in session: HTTP2Session
  ) {
    switch refusal {
    case .http(let reason, let text):
      state = .answered
      services.counters.add(.callFailed)
      stream.output.append(contentsOf: text.utf8)
      session.finish(stream)
      session.respond(stream, responses.plain(reason), then: .body)
    case .malformed(let status):
      fail(status, with: responses.badRequest, context, on: stream, in: session)
    case .unknownEncoding(let status):
      fail(status, with: responses.unknownEncoding, context, on: stream, in: session)
    case .status(let status):
      fail(status, context, on: stream, in: session)
    }
  }
}

/// What the calls of one connection hold of requests.
final class RequestMemory {
  /// What they may hold together, in bytes.
  let limitBytes: Int
  /// What they hold.
  var heldBytes = 0

  init(limitBytes: Int) { self.limitBytes = limitBytes }
}
