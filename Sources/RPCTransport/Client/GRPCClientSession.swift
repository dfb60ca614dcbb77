// SPDX-License-Identifier: Apache-2.0

internal import RPCCompression
internal import RPCCore
internal import RPCHTTP2
internal import RPCNet

/// The client's side of a gRPC connection over HTTP/2.
final class GRPCClientSession: ClientSession, HTTP2SessionDelegate {
  let address: SocketAddress
  let options: ClientOptions
  /// Why the connection is gone, for the calls that go with it.
  private(set) var failure: Status?
  /// Whether the server has greeted, by its settings.
  private(set) var isReady = false
  private var wasAskedTooOften = false
  private let ended: (ClientCall, AttemptEnd) -> Void
  private let http2: HTTP2Session
  private let authority: [UInt8]
  private var fields = HeaderBlock()
  /// Why the server takes no new calls on this connection; nil while it does.
  private(set) var farewell: String?
  private let deflater = GzipDeflater()
  let inflater = GzipInflater()
  /// Streams whose requests wait until there is room for more.
  private var heldBack: [HTTP2Stream] = []
  /// Streams that the server has ended before their requests were complete.
  private var endedEarly: [HTTP2Stream] = []

  private let pseudoFields: FixedFields

  init(
    _ address: SocketAddress, _ options: ClientOptions,
    ended: @escaping (ClientCall, AttemptEnd) -> Void
  ) {
    self.address = address
    self.options = options
    self.ended = ended
    let scheme: StaticString = options.tls == nil ? "http" : "https"
    pseudoFields = FixedFields([(":method", "POST"), (":scheme", scheme)])
    authority =
      switch address {
      case .tcp: Array("\(address)".utf8)
      case .unix: Array("localhost".utf8)
      }
    http2 = HTTP2Session(
      .client,
      settings: HTTP2Settings(
        maxConcurrentStreams: 0, headerListBytes: options.headerListBytes,
        streamWindowBytes: options.streamWindowBytes,
        connectionWindowBytes: options.connectionWindowBytes),
      memory: nil)
    http2.delegate = self
  }

  var protocolName: String { "gRPC over HTTP/2" }

  var canPing: Bool { true }

  func ping() { http2.ping() }

  func takeAskedTooOften() -> Bool {
    defer { wasAskedTooOften = false }
    return wasAskedTooOften
  }

  var applicationProtocol: String { ApplicationProtocol.http2 }

  var needsAgreement: Bool { true }

  var takesCalls: Bool { farewell == nil && failure == nil && http2.canRequest }

  var callsInFlight: Int { http2.streams.count }

  var isFinished: Bool { http2.isFinished }

  /// A stream that nobody reads is held back by its own window.
  var isHeldBack: Bool { false }

  func begin(_ call: ClientCall, now: UInt64) {
    if let status = setFields(of: call, now: now) {
      return ended(call, .failure(status, .final))
    }
    let unsent = call.takeUnsent()
    let handler = GRPCClientCall(call, sentAll: unsent?.isComplete ?? false, in: self)
    let stream = http2.request(pseudoFields, adding: fields, handler: handler) { stream in
      if let unsent {
        stream.output = unsent.bytes
      } else if call.outbox == nil {
        append(call.request, call.options.encoding, of: call, to: stream)
      }
    }
    guard let stream else {
      farewell = "it has no streams left"
      if let unsent { call.keep(unsent) }
      return ended(call, .failure(notTaken, .unsent))
    }
    call.wireID = UInt32(stream.id)
    call.sent(keepingUpTo: options.keptRequestBytes)
    if handler.hasSentAll { http2.finish(stream) } else { handler.sendRequests(stream, http2) }
  }

  /// What a call ends with that the server has not looked at.
  var notTaken: Status {
    let reason = farewell ?? "it refused the stream"
    return Status(.unavailable, "\(address) has not looked at the call: \(reason).")
  }

  func sendRequests(of call: ClientCall) {
    guard let stream = stream(of: call) else { return }
    (stream.handler as? GRPCClientCall)?.sendRequests(stream, http2)
  }

  /// Notes that the server has ended a stream on which not all was sent. It resets the stream itself
  /// as a rule, at once behind its status (R25): a second reset, from here, would only count among
  /// those that servers bear of a client.
  func answeredEarly(_ stream: HTTP2Stream) { endedEarly.append(stream) }

  /// Appends a request of a call with its prefix, compressed where that is asked for and worth it.
  func append(
    _ request: [UInt8], _ encoding: MessageEncoding, of call: ClientCall, to stream: HTTP2Stream
  ) {
    let isCompressed =
      switch encoding {
      case .automatic: request.count >= options.compressedRequestBytes ?? .max
      case .gzip: call.options.announcesGzip(options)
      case .identity: false
      }
    if isCompressed {
      deflater.append(request.span, to: &stream.output)
      return
    }
    let message = stream.output.beginMessage()
    stream.output += request
    stream.output.endMessage(at: message)
  }

  /// Asks for the requests of a stream again when there is room for them.
  func holdBack(_ stream: HTTP2Stream) { heldBack.append(stream) }

  func abandon(_ call: ClientCall) {
    if let stream = stream(of: call) { http2.reset(stream, .cancel) }
  }

  func makeRoom(for call: ClientCall) {
    guard let stream = stream(of: call) else { return }
    (stream.handler as? GRPCClientCall)?.makeRoom(stream, http2)
  }

  private func stream(of call: ClientCall) -> HTTP2Stream? {
    http2.streams.first { UInt32($0.id) == call.wireID }
  }

  func produce(into output: inout [UInt8], upTo limit: Int) {
    guard failure == nil else { return }
    if !endedEarly.isEmpty { resetEndedEarly() }
    http2.produce(into: &output, upTo: limit)
    guard !heldBack.isEmpty else { return }
    let streams = heldBack
    heldBack = []
    // Who has to wait on puts itself on the list again.
    for stream in streams { (stream.handler as? GRPCClientCall)?.sendHeldRequests(stream, http2) }
  }

  func receive(_ bytes: Span<UInt8>, now: UInt64) -> Status? {
    guard failure == nil else { return failure }
    do throws(HTTP2Error) {
      try http2.receive(bytes, now: now)
      return nil
    } catch .peerFault(_, let reason) {
      return Status(.unavailable, "\(address) broke the rules of HTTP/2: \(reason)")
    } catch {
      return Status(.resourceExhausted, "There is no memory left for what \(address) sends.")
    }
  }

  func fail(_ status: Status) {
    guard failure == nil else { return }
    failure = status
    heldBack = []
    endedEarly = []
    http2.connectionLost()
  }

  /// Tells how a call's try went.
  func end(_ call: ClientCall, _ end: AttemptEnd) { ended(call, end) }

  func goAwayReceived(
    in session: HTTP2Session, lastStreamID: Int32, code: HTTP2ErrorCode, reason: String
  ) {
    // A server may say twice that it goes away, and only once why.
    if farewell == nil || !reason.isEmpty {
      farewell = "it goes away" + (reason.isEmpty ? "" : ", since: \(reason)")
    }
    if code == .enhanceYourCalm, reason == "too_many_pings" { wasAskedTooOften = true }
    // What waits for room among the streams will never have it here.
    for stream in http2.streams where !http2.hasBegun(stream) {
      (stream.handler as? GRPCClientCall)?.giveBack(stream, http2)
    }
  }

  func settingsReceived(in session: HTTP2Session) { isReady = true }

  func pingAcknowledged(in session: HTTP2Session) {}

  func streamReset(in session: HTTP2Session, byPeer: Bool, code: HTTP2ErrorCode) {}

  func makeHandler(in session: HTTP2Session) -> any HTTP2StreamHandler {
    preconditionFailure("A client's peer opens no streams.")
  }
}

extension GRPCClientSession {
  private func resetEndedEarly() {
    let streams = endedEarly
    endedEarly = []
    for stream in streams { (stream.handler as? GRPCClientCall)?.endRequests(stream, http2) }
  }

  /// Puts the request's headers together ("Request-Headers" of gRPC over HTTP/2); answers what is
  /// wrong with the caller's metadata, or nil.
  private func setFields(of call: ClientCall, now: UInt64) -> Status? {
    fields.removeAll()
    fields.append(":path", call.path.bytes)
    fields.append(":authority", authority)
    if call.deadline != .never {
      let left = call.deadline.nanoseconds - min(now, call.deadline.nanoseconds)
      fields.append("grpc-timeout", GRPCTimeout.value(nanoseconds: left))
    }
    fields.append("te", Array("trailers".utf8))
    fields.append("content-type", Array("application/grpc".utf8))
    if call.options.announcesGzip(options) {
      fields.append("grpc-encoding", Array("gzip".utf8))
      fields.append("grpc-accept-encoding", Array("gzip,identity".utf8))
    }
    fields.append("user-agent", Array("grpc-swift-rpctransport/1".utf8))
    if call.attempts.previous > 0 {
      fields.append("grpc-previous-rpc-attempts", Array("\(call.attempts.previous)".utf8))
    }
    let metadata = call.options.metadata
    for field in metadata.fields {
      let name = metadata.bytes.span.extracting(field.name)
      let value = metadata.bytes.span.extracting(field.value)
      guard name.isMetadataName else {
        return Status(
          .internal,
          "\"\(name.text)\" is no name for metadata: use a-z, 0-9, -, _ and ., and not grpc-.")
      }
      if name.namesBinaryValue {
        var encoded: [UInt8] = []
        Base64.encode(value, into: &encoded)
        fields.append(name: name, value: encoded.span)
      } else if value.isPrintableASCII {
        fields.append(name: name, value: value)
      } else {
        let words = "is not printable ASCII: a name that ends in -bin takes any bytes."
        return Status(.internal, "The metadata value of \(name.text) \(words)")
      }
    }
    return nil
  }
}
