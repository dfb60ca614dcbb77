// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCHTTP2

/// One unary call of a gRPC client, served inline. The object serves one call after the other.
final class GRPCCall: HTTP2StreamHandler {
  private enum State {
    /// There is no call.
    case idle
    /// The request is not complete.
    case reading(Route, messages: Int)
    /// The answer is given; what still comes is dropped.
    case answered
  }

  private let services: Services
  private let responses: GRPCResponses
  private var state = State.idle
  private var deframer: MessageDeframer
  private var context = CallContext(deadline: .never, metadata: Metadata())

  /// Memory that an idle call may keep for the next request.
  private static let keptBytes = 16 << 10

  /// Creates a call object for the streams of one session.
  init(services: Services, responses: GRPCResponses) {
    self.services = services
    self.responses = responses
    deframer = MessageDeframer(limitBytes: services.limits.messageBytes)
  }

  func headersReceived(_ stream: HTTP2Stream, in session: HTTP2Session) {
    // Trailers of a request say nothing to us.
    guard case .idle = state else { return }
    do throws(GRPCRequestHead.Refusal) {
      let head = try GRPCRequestHead(
        stream.headers, router: services.router, metadata: &context.metadata)
      try begin(head, on: stream, in: session)
    } catch {
      refuse(error, on: stream, in: session)
    }
  }

  func dataReceived(_ bytes: Span<UInt8>, on stream: HTTP2Stream, in session: HTTP2Session) {
    session.consumed(bytes.count, on: stream)
    guard case .reading(let route, var messages) = state else { return }
    var offset = 0
    do throws(FramingError) {
      while offset < bytes.count {
        guard messages == 0 else { return fail(Self.oneMessage, on: stream, in: session) }
        if try deframer.next(bytes, from: &offset) { messages += 1 }
      }
      state = .reading(route, messages: messages)
    } catch {
      fail(Status(error), on: stream, in: session)
    }
  }

  func inputEnded(_ stream: HTTP2Stream, in session: HTTP2Session) {
    guard case .reading(let route, let messages) = state else { return }
    guard deframer.isBetweenMessages else {
      return fail(
        Status(.internal, "The request ended inside a message."), on: stream, in: session)
    }
    guard messages == 1 else { return fail(Self.oneMessage, on: stream, in: session) }
    guard session.outputWaiting <= services.limits.waitingReplyBytes else {
      return fail(Self.tooMuchWaits, on: stream, in: session)
    }
    run(route, on: stream, in: session)
  }

  func deadlinePassed(_ stream: HTTP2Stream, in session: HTTP2Session) {
    guard case .reading = state else { return }
    fail(Self.tooLate, on: stream, in: session)
  }

  func streamClosed(_ stream: HTTP2Stream, in session: HTTP2Session, code: HTTP2ErrorCode) {
    state = .idle
    deframer.reset(keepingBytes: Self.keptBytes)
    context.deadline = .never
    context.metadata.removeAll()
    context.initialMetadata.removeAll()
    context.trailingMetadata.removeAll()
  }
}

extension GRPCCall {
  private static let oneMessage = Status(
    .unimplemented, "The method takes exactly one request message.")
  private static let tooLate = Status(
    .deadlineExceeded, "The deadline passed before the request was complete.")
  private static let tooMuchWaits = Status(
    .resourceExhausted, "Too many replies wait to be read on this connection.")

  private func begin(
    _ head: GRPCRequestHead, on stream: HTTP2Stream, in session: HTTP2Session
  ) throws(GRPCRequestHead.Refusal) {
    if let timeout = head.timeoutNanoseconds {
      guard timeout > 0 else { throw .status(Self.tooLate) }
      context.deadline = Deadline(now: session.now, timeoutNanoseconds: timeout)
      if !stream.inputEnded { session.setDeadline(context.deadline, of: stream) }
    }
    state = .reading(head.route, messages: 0)
  }

  private func run(_ route: Route, on stream: HTTP2Stream, in session: HTTP2Session) {
    state = .answered
    // A handler may work for long on what it has: nothing of this object is borrowed meanwhile.
    var context = CallContext(deadline: .never, metadata: Metadata())
    var output: [UInt8] = []
    swap(&context, &self.context)
    swap(&output, &stream.output)
    let request = deframer.message
    let start = output.beginMessage()
    let failure: Status?
    do throws(Status) {
      try route.run(request.span, &context, &output)
      output.endMessage(at: start)
      failure = nil
    } catch {
      output.removeAll(keepingCapacity: true)
      failure = error
    }
    swap(&output, &stream.output)
    swap(&context, &self.context)
    if let failure { fail(failure, on: stream, in: session) } else { succeed(stream, session) }
  }

  private func succeed(_ stream: HTTP2Stream, _ session: HTTP2Session) {
    services.counters.add(.callSucceeded)
    session.finish(stream, trailers: responses.success, adding: block(context.trailingMetadata))
    session.respond(stream, responses.head, adding: block(context.initialMetadata), then: .body)
  }

  private func block(_ metadata: Metadata) -> HeaderBlock? {
    guard !metadata.isEmpty else { return nil }
    var block = HeaderBlock()
    block.append(metadata)
    return block
  }

  /// Ends the call without a message: one block of headers says it all.
  private func fail(
    _ status: Status, with fixed: FixedFields? = nil, on stream: HTTP2Stream,
    in session: HTTP2Session
  ) {
    state = .answered
    services.counters.add(.callFailed)
    var block = HeaderBlock()
    block.append(status, encodeDetails: services.encodeStatusDetails)
    if status.code == .unimplemented, stream.headers.first(.grpcEncoding) != nil {
      block.append("grpc-accept-encoding", Array("identity".utf8))
    }
    block.append(context.initialMetadata)
    block.append(context.trailingMetadata)
    session.respond(stream, fixed ?? responses.failure, adding: block, then: .end)
  }

  private func refuse(
    _ refusal: GRPCRequestHead.Refusal, on stream: HTTP2Stream, in session: HTTP2Session
  ) {
    switch refusal {
    case .http(let reason, let text):
      state = .answered
      services.counters.add(.callFailed)
      stream.output.append(contentsOf: text.utf8)
      session.finish(stream)
      session.respond(stream, responses.plain(reason), then: .body)
    case .malformed(let status):
      fail(status, with: responses.badRequest, on: stream, in: session)
    case .status(let status):
      fail(status, on: stream, in: session)
    }
  }
}
