// SPDX-License-Identifier: Apache-2.0

internal import CNghttp2
internal import RPCCore

extension HTTP2Session {
  private static let failed = NGHTTP2_ERR_CALLBACK_FAILURE.rawValue
  /// A header list this many times above the limit ends the connection.
  private static let headerListPatience = 8

  /// Refuses a stream number below an earlier one (RFC 9113, section 5.1.1), which nghttp2 ignores.
  func frameBegan(_ header: nghttp2_frame_hd) -> Int32 {
    guard role == .server, header.type == UInt8(NGHTTP2_HEADERS.rawValue) else { return 0 }
    let id = header.stream_id
    if id > highestPeerID {
      highestPeerID = id
      return 0
    }
    guard stream(id) == nil, !recentlyReset.contains(id) else { return 0 }
    return fail(.protocolError, "Stream \(id) began after stream \(highestPeerID).")
  }

  func headersBegan(_ id: Int32) -> Int32 {
    if let known = stream(id) {
      known.headers.removeAll()
      current = known
      return 0
    }
    guard role == .server else { return 0 }
    let stream = idleStreams.popLast() ?? makeStream()
    stream.id = id
    open(stream)
    check(
      unsafe nghttp2_session_set_stream_user_data(
        raw, id, Unmanaged.passUnretained(stream).toOpaque()))
    current = stream
    return 0
  }

  func headerReceived(
    _ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>
  ) -> Int32 {
    guard let current else { return 0 }
    let limit = settings.headerListBytes
    unsafe current.headers.append(
      name, value, limitBytes: limit, underRules: role == .server)
    guard current.headers.listBytes > limit * Self.headerListPatience else { return 0 }
    return fail(
      .enhanceYourCalm, "A header list above \(Self.headerListPatience) times \(limit) bytes.")
  }

  func dataReceived(_ id: Int32, _ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
    guard let stream = streamOfFrame(id) else {
      connectionConsumed += bytes.count
      return 0
    }
    stream.handler.dataReceived(unsafe bytes.span, on: stream, in: self)
    return 0
  }

  func frameReceived(_ frame: UnsafePointer<nghttp2_frame>) -> Int32 {
    let header = unsafe UnsafeRawPointer(frame).assumingMemoryBound(to: nghttp2_frame_hd.self)
      .pointee
    switch UInt32(header.type) {
    case NGHTTP2_HEADERS.rawValue:
      guard let stream = streamOfFrame(header.stream_id) else { return 0 }
      let ends = header.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0
      if ends { stream.inputEnded = true }
      guard role == .client || obeysRules(stream, unsafe frame.pointee.headers.cat) else {
        reset(stream, .protocolError)
        return 0
      }
      stream.handler.headersReceived(stream, in: self)
      if ends { stream.handler.inputEnded(stream, in: self) }
    case NGHTTP2_DATA.rawValue:
      guard header.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0,
        let stream = streamOfFrame(header.stream_id)
      else { return 0 }
      stream.inputEnded = true
      stream.handler.inputEnded(stream, in: self)
    case NGHTTP2_SETTINGS.rawValue:
      if header.flags & UInt8(NGHTTP2_FLAG_ACK.rawValue) == 0 {
        delegate?.settingsReceived(in: self)
      }
    case NGHTTP2_PING.rawValue:
      if header.flags & UInt8(NGHTTP2_FLAG_ACK.rawValue) != 0 {
        delegate?.pingAcknowledged(in: self)
      }
    case NGHTTP2_GOAWAY.rawValue:
      let goAway = unsafe frame.pointee.goaway
      let reason = unsafe UnsafeBufferPointer(
        start: goAway.opaque_data, count: goAway.opaque_data_len)
      unsafe delegate?.goAwayReceived(
        in: self, lastStreamID: goAway.last_stream_id,
        code: HTTP2ErrorCode(rawValue: goAway.error_code),
        reason: String(decoding: reason, as: UTF8.self))
    default:
      break
    }
    return 0
  }

  func streamClosed(_ id: Int32, _ code: HTTP2ErrorCode) -> Int32 {
    guard let stream = stream(id) else { return 0 }
    if current === stream { current = nil }
    if !stream.inputEnded { recentlyReset.insert(id) }
    if let last = streams.popLast(), last !== stream {
      streams[stream.index] = last
      last.index = stream.index
    }
    outputWaiting -= stream.outputCounted - stream.outputSent
    if !endedEarly.isEmpty { endedEarly.removeAll { $0 === stream } }
    stream.handler.streamClosed(
      stream, in: self, code: stream.wasNeverSent ? .refusedStream : code)
    stream.reset(keepingBytes: Self.keptBytes)
    if idleStreams.count < Self.idleStreamLimit { idleStreams.append(stream) }
    return 0
  }

  /// A request that could not go out, since the peer had gone away, was refused by no one.
  func frameNotSent(_ header: nghttp2_frame_hd, _ code: Int32) -> Int32 {
    guard role == .client, header.type == UInt8(NGHTTP2_HEADERS.rawValue),
      code == NGHTTP2_ERR_START_STREAM_NOT_ALLOWED.rawValue
    else { return 0 }
    stream(header.stream_id)?.wasNeverSent = true
    return 0
  }

  private func makeStream() -> HTTP2Stream {
    guard let delegate else { preconditionFailure("An HTTP/2 server has no delegate.") }
    return HTTP2Stream(handler: delegate.makeHandler(in: self))
  }

  private func streamOfFrame(_ id: Int32) -> HTTP2Stream? {
    if let current, current.id == id { return current }
    current = stream(id)
    return current
  }

  private func stream(_ id: Int32) -> HTTP2Stream? {
    guard let pointer = unsafe nghttp2_session_get_stream_user_data(raw, id) else { return nil }
    return unsafe Unmanaged<HTTP2Stream>.fromOpaque(pointer).takeUnretainedValue()
  }

  private func obeysRules(_ stream: HTTP2Stream, _ category: nghttp2_headers_category) -> Bool {
    let rules = stream.headers.rules
    guard category == NGHTTP2_HCAT_REQUEST else { return rules.endsRequest }
    return stream.headers.isOverLimit ? !rules.isBroken : rules.beginsRequest
  }

  private func fail(_ code: HTTP2ErrorCode, _ reason: String) -> Int32 {
    fault = .peerFault(code, reason)
    return Self.failed
  }
}
