// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCHTTP2

/// Requests that aren't served as gRPC, and calls that fail before there is a message.
extension GRPCCall {
  /// Ends the call without a message: one block of headers says it all.
  func fail(
    _ status: Status, with fixed: FixedFields? = nil, _ context: CallContext,
    on stream: HTTP2Stream, in session: HTTP2Session
  ) {
    answered(status.code, context)
    var block = HeaderBlock()
    block.append(status, encodeDetails: services.encodeStatusDetails)
    block.append(context.initialMetadata)
    block.append(context.trailingMetadata)
    session.respond(stream, fixed ?? responses.failure, adding: block, then: .end)
  }

  func refuse(
    _ refusal: GRPCRequestHead.Refusal, _ context: CallContext, on stream: HTTP2Stream,
    in session: HTTP2Session
  ) {
    switch refusal {
    case .http(.unsupportedType, _) where services.web != nil:
      guard let web = services.web else { return }
      // So that what is left to come finds it.
      state = .web(HTTP2WebStream(of: self, web, on: stream, in: session))
    case .http(let reason, let text):
      state = .answered
      services.counters.add(.requestRefused)
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

  /// Bytes come that are not of the one request: the task of the call reads them, or nobody.
  func lateDataReceived(
    _ bytes: Span<UInt8>, _ stream: HTTP2Stream, _ session: HTTP2Session
  ) {
    switch state {
    case .running(let run): run.read(bytes)
    case .web(let web): web.read(bytes)
    default: session.consumed(bytes.count, on: stream)
    }
  }

  func lateInputEnded() {
    switch state {
    case .running(let run): run.inputEnded()
    case .web(let web): web.inputEnded()
    default: break
    }
  }
}
