// SPDX-License-Identifier: Apache-2.0

internal import RPCCompression
internal import RPCCore
internal import RPCHTTP2

/// One call on its stream: finds the response, or the responses, and the status in what the server
/// sends.
final class GRPCClientCall: HTTP2StreamHandler {
  private let call: ClientCall
  private unowned let session: GRPCClientSession
  private var deframer: MessageDeframer
  private var response: [UInt8]?
  private var hasHeaders = false
  private var hasEnded = false
  private var isClosed = false
  /// Whether the end of the requests is on its way.
  private(set) var hasSentAll: Bool
  /// Whether requests wait until there is room for them.
  private var isHeldFromSending = false
  /// Whether the reader of a stream has not taken what it has.
  private var isHeldBack = false
  /// What has come meanwhile, of the stream's window.
  private var heldWindowBytes = 0

  /// `sentAll` is whether what was kept of an earlier try is all.
  init(_ call: ClientCall, sentAll: Bool, in session: GRPCClientSession) {
    self.call = call
    self.session = session
    deframer = MessageDeframer(limitBytes: session.options.messageBytes)
    hasSentAll = call.outbox == nil || sentAll
  }

  /// There may be room again for the requests that wait.
  func sendHeldRequests(_ stream: HTTP2Stream, _ http2: HTTP2Session) {
    isHeldFromSending = false
    sendRequests(stream, http2)
  }

  /// Takes the requests that wait, where there is room for them.
  func sendRequests(_ stream: HTTP2Stream, _ http2: HTTP2Session) {
    guard !hasEnded, !hasSentAll, let outbox = call.outbox else { return }
    guard stream.outputWaiting <= session.options.requestBufferBytes else {
      if !isHeldFromSending { session.holdBack(stream) }
      isHeldFromSending = true
      return
    }
    let delivery = outbox.take()
    for (request, encoding) in delivery.requests {
      session.append(request, encoding ?? call.options.encoding, of: call, to: stream)
    }
    if !delivery.requests.isEmpty { http2.outputAdded(stream) }
    hasSentAll = delivery.isComplete
    if hasSentAll { http2.finish(stream) }
  }

  func headersReceived(_ stream: HTTP2Stream, in http2: HTTP2Session) {
    guard !hasEnded else { return }
    guard !stream.headers.isOverLimit else {
      let limit = session.options.headerListBytes
      return fail(
        Status(.resourceExhausted, "The response's headers are above \(limit) bytes."), stream,
        http2)
    }
    if hasHeaders || stream.inputEnded { return trailersReceived(stream, http2) }
    let code = httpStatus(stream)
    if 100..<200 ~= code { return }
    // What answers in a gateway's place is no answer yet.
    if let status = refusal(stream, httpStatus: code) {
      return fail(status, stream, http2, reach: .unanswered)
    }
    hasHeaders = true
    call.answerBegins()
    call.options.record?.began(with: stream.headers.metadata)
  }

  func dataReceived(_ bytes: Span<UInt8>, on stream: HTTP2Stream, in http2: HTTP2Session) {
    // The connection's window is for all streams; only its own waits until a stream is read.
    http2.consumedOfConnection(bytes.count)
    heldWindowBytes += bytes.count
    take(bytes, stream, http2)
    giveWindowBack(stream, http2)
  }

  /// There is room again for more responses.
  func makeRoom(_ stream: HTTP2Stream, _ http2: HTTP2Session) {
    isHeldBack = false
    giveWindowBack(stream, http2)
  }

  private func giveWindowBack(_ stream: HTTP2Stream, _ http2: HTTP2Session) {
    guard !isHeldBack else { return }
    http2.consumedOfStream(heldWindowBytes, on: stream)
    heldWindowBytes = 0
  }

  private func take(_ bytes: Span<UInt8>, _ stream: HTTP2Stream, _ http2: HTTP2Session) {
    guard !hasEnded else { return }
    guard hasHeaders else {
      return fail(Status(.internal, "The response has a body but no headers."), stream, http2)
    }
    do throws(FramingError) {
      var offset = 0
      while try deframer.next(bytes, from: &offset) {
        if let status = takeMessage() { return fail(status, stream, http2) }
      }
    } catch {
      fail(Status(error), stream, http2)
    }
  }

  /// Takes the message that the deframer has found; answers what is wrong with it, or nil.
  private func takeMessage() -> Status? {
    let wasCompressed = deframer.isCompressed
    if wasCompressed {
      let compressed = deframer.message
      do throws(Status) {
        let inflated = try session.inflater.message(
          compressed.span, limitBytes: session.options.messageBytes)
        deframer.replaceMessage(by: inflated)
      } catch {
        return error
      }
    }
    if let inbox = call.inbox {
      isHeldBack = !inbox.put(
        ReceivedMessage(deframer.message, wasCompressed: wasCompressed))
    } else if response == nil {
      call.options.record?.read(compressed: wasCompressed)
      response = deframer.message
    } else {
      return .manyResponses(to: call.path)
    }
    return nil
  }

  func inputEnded(_ stream: HTTP2Stream, in http2: HTTP2Session) {
    if !hasEnded {
      let words = "The response to \(call.path) ended without a status."
      end(.failure(Status(.internal, words), .final))
    }
    if !hasSentAll { session.answeredEarly(stream) }
  }

  /// Ends a stream on which the server takes no more requests, unless the server has.
  func endRequests(_ stream: HTTP2Stream, _ http2: HTTP2Session) {
    if !isClosed { http2.reset(stream, .noError) }
  }

  func deadlinePassed(_ stream: HTTP2Stream, in http2: HTTP2Session) {}

  func streamClosed(_ stream: HTTP2Stream, in http2: HTTP2Session, code: HTTP2ErrorCode) {
    isClosed = true
    guard !hasEnded else { return }
    if stream.wasNeverSent || !http2.hasBegun(stream) {
      keepUnsent(stream)
      end(.failure(session.failure ?? session.notTaken, .unsent))
    } else if let failure = session.failure {
      end(.failure(failure, .unanswered))
    } else if code == .refusedStream {
      end(.failure(session.notTaken, .refused))
    } else {
      end(.failure(Status(resetBy: code), .unanswered))
    }
  }

  /// Ends a try of which nothing has left, since nothing will.
  func giveBack(_ stream: HTTP2Stream, _ http2: HTTP2Session) {
    guard !hasEnded else { return }
    keepUnsent(stream)
    end(.failure(session.notTaken, .unsent))
    http2.reset(stream, .cancel)
  }

  private func keepUnsent(_ stream: HTTP2Stream) {
    call.keep(UnsentRequests(bytes: stream.output, isComplete: hasSentAll))
  }

  /// The headers that end the stream: trailers, or all that there is (Trailers-Only).
  private func trailersReceived(_ stream: HTTP2Stream, _ http2: HTTP2Session) {
    guard stream.inputEnded else {
      return fail(Status(.internal, "The response has headers twice."), stream, http2)
    }
    let headers = stream.headers
    call.options.record?.ended(with: headers.metadata)
    guard let place = headers.first(.grpcStatus) else {
      let code = hasHeaders ? 200 : httpStatus(stream)
      let status = Status(httpStatus: code, "it has no grpc-status")
      return end(.failure(status, .unanswered))
    }
    guard let code = Int32(headers.bytes.span.extracting(place).text), code >= 0 else {
      let words = "The server sent a grpc-status that is no number."
      return end(.failure(Status(.unknown, words), .final))
    }
    guard code == 0 else {
      return end(.failure(status(code, headers), .unanswered, headers.pushback))
    }
    guard deframer.isBetweenMessages else {
      let words = "The response to \(call.path) ended within it."
      return end(.failure(Status(.internal, words), .final))
    }
    guard let response = response ?? call.inbox.map({ _ in [] }) else {
      return end(.failure(.noResponse(to: call.path), .final))
    }
    end(.response(response))
  }

  private func status(_ code: Int32, _ headers: ReceivedHeaders) -> Status {
    var status = Status(Status.Code(rawValue: code), "")
    if let place = headers.first(.grpcMessage) {
      status.message = PercentCoding.decode(headers.bytes.span.extracting(place))
    }
    if let place = headers.first(.grpcStatusDetails),
      let details = Base64.decode(headers.bytes.span.extracting(place)),
      details.span.statusCode.map({ $0 == code }) ?? true
    {
      status.details = session.options.decodeDetails(details)
    }
    return status
  }

  /// What is wrong with the response's headers, if they are not those of gRPC.
  private func refusal(_ stream: HTTP2Stream, httpStatus code: Int) -> Status? {
    guard code == 200 else { return Status(httpStatus: code, "gRPC answers by 200") }
    let headers = stream.headers
    guard let type = headers.first(.contentType),
      headers.bytes.span.extracting(type).isGRPCContentType
    else { return Status(.unknown, "The response is not gRPC's: its content-type is another.") }
    guard let encoding = headers.first(.grpcEncoding) else { return nil }
    let name = headers.bytes.span.extracting(encoding).text
    if name == "gzip", call.options.announcesGzip(session.options) {
      deframer.takesCompressed = true
      return nil
    }
    return name == "identity"
      ? nil : Status(.internal, "The response is compressed by \(name), unasked.")
  }

  private func httpStatus(_ stream: HTTP2Stream) -> Int {
    let headers = stream.headers
    guard let place = headers.first(.status) else { return 0 }
    return Int(headers.bytes.span.extracting(place).text) ?? 0
  }

  private func fail(
    _ status: Status, _ stream: HTTP2Stream, _ http2: HTTP2Session,
    reach: AttemptEnd.Reach = .final
  ) {
    end(.failure(status, reach))
    http2.reset(stream, .cancel)
  }

  private func end(_ end: AttemptEnd) {
    hasEnded = true
    // The stream keeps this object until it is used again.
    response = nil
    session.end(call, end)
  }
}

extension ReceivedHeaders {
  /// What trailers say of trying again.
  fileprivate var pushback: AttemptEnd.Pushback? {
    let bytes = bytes
    let field = fields.first {
      bytes.span.extracting($0.name).equals("grpc-retry-pushback-ms")
    }
    guard let field else { return nil }
    guard let milliseconds = Int64(bytes.span.extracting(field.value).text), milliseconds >= 0
    else { return .never }
    return .after(.milliseconds(min(milliseconds, 86_400_000)))
  }
}
