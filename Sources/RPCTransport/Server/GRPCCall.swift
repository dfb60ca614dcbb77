// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCHTTP2

/// One call of a gRPC client. The object serves one call after the other.
final class GRPCCall: HTTP2StreamHandler {
  enum State {
    /// There is no call.
    case idle
    /// The request is not complete.
    case reading
    /// A task answers.
    case running(GRPCRun)
    /// It is not gRPC.
    case web(HTTP2WebStream)
    /// The answer is given; what still comes is dropped.
    case answered
  }

  let services: Services
  let responses: GRPCResponses
  let calls: GRPCConnectionCalls
  var state = State.idle
  private var route: Route?
  private var startedAt: UInt64 = 0
  private var requestBytes = 0
  private var desk: GRPCDesk?

  /// Creates a call object for the streams of one session.
  init(services: Services, responses: GRPCResponses, calls: GRPCConnectionCalls) {
    self.services = services
    self.responses = responses
    self.calls = calls
    desk = GRPCDesk(peer: calls.peer, limitBytes: services.limits.messageBytes)
  }

  func headersReceived(_ stream: HTTP2Stream, in session: HTTP2Session) {
    // Trailers of a request say nothing to us.
    guard case .idle = state else { return }
    startedAt = session.now
    atDesk { desk in
      do throws(GRPCRequestHead.Refusal) {
        let head = try GRPCRequestHead(
          stream.headers, router: services.router,
          compressesUnasked: services.limits.compressesUnasked, metadata: &desk.context.metadata)
        try begin(head, &desk, on: stream, in: session)
      } catch {
        refuse(error, desk.context, on: stream, in: session)
      }
    }
  }

  func dataReceived(_ bytes: Span<UInt8>, on stream: HTTP2Stream, in session: HTTP2Session) {
    guard case .reading = state else { return lateDataReceived(bytes, stream, session) }
    session.consumed(bytes.count, on: stream)
    atDesk { desk in
      do throws(FramingError) {
        guard try desk.read(bytes) else {
          return fail(.notOneRequest, &desk, on: stream, in: session)
        }
        guard desk.count(in: calls) else {
          return fail(.tooMuchArrives, &desk, on: stream, in: session)
        }
        session.setDeadline(services.patience(desk.context.deadline, session.now), of: stream)
      } catch {
        fail(Status(error), &desk, on: stream, in: session)
      }
    }
  }

  func inputEnded(_ stream: HTTP2Stream, in session: HTTP2Session) {
    guard case .reading = state, let route else {
      return lateInputEnded()
    }
    atDesk { desk in
      if let refusal = refusal(of: desk, in: session) ?? refusalOfInflating(&desk) {
        fail(refusal, &desk, on: stream, in: session)
      } else {
        run(route, &desk, on: stream, in: session)
      }
      // The reply may wait for long until the client reads it; the request need not.
      if !desk.isSmall { desk.forgetRequest(in: calls) }
    }
  }

  func deadlinePassed(_ stream: HTTP2Stream, in session: HTTP2Session) {
    switch state {
    case .reading:
      atDesk { desk in
        let isLate = desk.context.deadline.nanoseconds <= session.now
        fail(isLate ? .requestTooLate : .requestStoodStill, &desk, on: stream, in: session)
      }
    case .running(let run): run.end(by: .deadlinePassed)
    case .web(let web): web.deadlinePassed()
    case .idle, .answered: break
    }
  }

  /// Ends the call if a task answers it, since nobody waits for that.
  func clientHasGone(_ stream: HTTP2Stream, in session: HTTP2Session) {
    switch state {
    case .running: session.reset(stream, .cancel)
    case .web(let web) where web.isAnsweredByTask: session.reset(stream, .cancel)
    default: break
    }
  }

  func streamClosed(_ stream: HTTP2Stream, in session: HTTP2Session, code: HTTP2ErrorCode) {
    switch state {
    case .reading: atDesk { answered(.cancelled, $0.context) }
    case .running(let run): run.cancel()
    case .web(let web): web.cancel()
    case .idle, .answered: break
    }
    state = .idle
    route = nil
    requestBytes = 0
    atDesk { $0.clear(in: calls) }
  }
}

extension GRPCCall {
  private func atDesk(_ work: (inout GRPCDesk) -> Void) {
    guard var taken = desk.take() else {
      preconditionFailure("A call was told of two things at once.")
    }
    work(&taken)
    desk = consume taken
  }

  private func begin(
    _ head: GRPCRequestHead, _ desk: inout GRPCDesk, on stream: HTTP2Stream,
    in session: HTTP2Session
  ) throws(GRPCRequestHead.Refusal) {
    route = head.route
    head.route.tally.started()
    if let timeout = head.timeoutNanoseconds {
      guard timeout > 0 else { throw .status(.requestTooLate) }
      desk.context.deadline = Deadline(now: session.now, timeoutNanoseconds: timeout)
    }
    if services.isFullOfReplies, session.streamCount > 1 { throw .status(.tooMuchWaitsInAll) }
    if let gate = services.router.gate, !head.route.isOutsideGate {
      do throws(Status) { try gate(&desk.context) } catch { throw .status(error) }
    }
    desk.compressesReply = head.compression.ofReply
    desk.mayCompress = head.compression.ofTask
    if head.route.begin != nil { return start(head, &desk, on: stream, in: session) }
    state = .reading
    desk.deframer.takesCompressed = head.compression.ofRequest
    if !stream.inputEnded {
      session.setDeadline(services.patience(desk.context.deadline, session.now), of: stream)
    }
  }

  /// Why a request that has ended is not served; nil where it is.
  private func refusal(of desk: borrowing GRPCDesk, in session: HTTP2Session) -> Status? {
    if !desk.deframer.isBetweenMessages { return .cutRequest }
    if desk.messages != 1 { return .notOneRequest }
    return services.refusal(whereWaiting: session.outputWaiting)
  }

  private func run(
    _ route: Route, _ desk: inout GRPCDesk, on stream: HTTP2Stream, in session: HTTP2Session
  ) {
    var output: [UInt8] = []
    stream.exchangeOutput(&output)
    let request = desk.deframer.message
    requestBytes = request.count
    route.tally.received()
    let start = output.beginMessage()
    do throws(Status) {
      if let later = try route.run(request.span, &desk.context, &output) {
        output.removeAll(keepingCapacity: true)
        stream.exchangeOutput(&output)
        return begin(desk, on: stream, in: session) { run throws(Status) in try run.start(later) }
      }
      if let refusal = services.refusal(
        ofReply: output.count, window: session.window(of: stream))
      {
        throw refusal
      }
    } catch {
      output.removeAll(keepingCapacity: true)
      stream.exchangeOutput(&output)
      return fail(error, desk.context, on: stream, in: session)
    }
    output.endMessage(at: start)
    let responseBytes = output.count - start - MessagePrefix.count
    let isCompressed = desk.compressesReply && compress(&output)
    stream.exchangeOutput(&output)
    route.tally.sent()
    answered(.ok, desk.context, responseBytes: responseBytes, turn: session.now)
    succeed(desk.context, isCompressed ? responses.compressedHead : responses.head, stream, session)
  }

  /// Leaves a call to a task that reads its requests as they come.
  private func start(
    _ head: GRPCRequestHead, _ desk: inout GRPCDesk, on stream: HTTP2Stream,
    in session: HTTP2Session
  ) {
    if let refusal = services.refusal(whereWaiting: session.outputWaiting) {
      return fail(refusal, desk.context, on: stream, in: session)
    }
    begin(desk, on: stream, in: session) { run throws(Status) in
      if let begin = head.route.begin {
        try run.start(reading: begin, compressed: head.compression.ofRequest)
      }
    }
  }

  private func begin(
    _ desk: borrowing GRPCDesk, on stream: HTTP2Stream, in session: HTTP2Session,
    _ start: (GRPCRun) throws(Status) -> Void
  ) {
    let run = GRPCRun(
      of: self, desk.context, compresses: desk.compressesReply, mayCompress: desk.mayCompress,
      on: stream, in: session)
    do throws(Status) {
      try start(run)
    } catch {
      return fail(error, desk.context, on: stream, in: session)
    }
    state = .running(run)
    session.setDeadline(desk.context.deadline, of: stream)
  }

  /// Drops all that the client still sends, and counts the call.
  ///
  /// - Parameter turn: When the turn began; nil where the answer may have come in a later one.
  func answered(
    _ code: Status.Code, _ context: borrowing CallContext, responseBytes: Int = 0,
    turn: UInt64? = nil
  ) {
    state = .answered
    if route == nil { services.meter.unknownMethods.started() }
    let record = CallRecord(
      tally: tally, startedAt: startedAt, requestBytes: requestBytes, responseBytes: responseBytes)
    services.meter.ended(record, code, context, turn: turn)
  }

  /// What counts the call.
  var tally: MethodTally { route?.tally ?? services.meter.unknownMethods }

  private func succeed(
    _ context: borrowing CallContext, _ head: FixedFields, _ stream: HTTP2Stream,
    _ session: HTTP2Session
  ) {
    let trailers = context.trailingMetadata.isEmpty ? nil : HeaderBlock(context.trailingMetadata)
    session.finish(stream, trailers: responses.success, adding: trailers)
    let headers = context.initialMetadata.isEmpty ? nil : HeaderBlock(context.initialMetadata)
    session.respond(stream, head, adding: headers, then: .body)
  }

  /// Ends a call whose request is no longer needed.
  private func fail(
    _ status: Status, _ desk: inout GRPCDesk, on stream: HTTP2Stream, in session: HTTP2Session
  ) {
    fail(status, desk.context, on: stream, in: session)
    if !desk.isSmall { desk.forgetRequest(in: calls) }
  }
}
