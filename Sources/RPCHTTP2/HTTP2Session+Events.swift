// SPDX-License-Identifier: Apache-2.0

internal import CNghttp2
internal import RPCCore

extension HTTP2Session {
  /// A header list this many times above the limit ends the connection.
  private static let headerListPatience = 8

  func headersBegan(_ id: Int32) -> Int32 {
    unsafe state.pointee.blockID = id
    unsafe state.pointee.blockBegan = now
    headers.removeAll()
    if let known = unsafe stream(id) {
      unsafe state.pointee.current = unsafe known
      return 0
    }
    guard role == .server else { return 0 }
    let stream = unsafe state.pointee.idleStreams.popLast() ?? makeStream()
    unsafe stream.state.pointee.id = id
    open(stream)
    let reference = unsafe Unmanaged.passUnretained(stream)
    unsafe state.pointee.current = unsafe reference
    check(unsafe nghttp2_session_set_stream_user_data(raw, id, reference.toOpaque()))
    return 0
  }

  func headerReceived(
    _ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>
  ) -> Int32 {
    unsafe headers.append(name, value)
    let limit = settings.headerListBytes
    guard headers.listBytes > limit * Self.headerListPatience else { return 0 }
    return fail(
      .enhanceYourCalm, "A header list above \(Self.headerListPatience) times \(limit) bytes.")
  }

  func dataReceived(_ id: Int32, _ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
    guard let stream = unsafe streamOfFrame(id) else {
      unsafe state.pointee.connectionConsumed += bytes.count
      return 0
    }
    unsafe stream._withUnsafeGuaranteedRef { stream in
      stream.handler.dataReceived(unsafe bytes.span, on: stream, in: self)
    }
    return 0
  }

  func frameReceived(_ frame: UnsafePointer<nghttp2_frame>) -> Int32 {
    let header = unsafe UnsafeRawPointer(frame).assumingMemoryBound(to: nghttp2_frame_hd.self)
      .pointee
    switch UInt32(header.type) {
    case NGHTTP2_HEADERS.rawValue:
      guard let stream = unsafe streamOfFrame(header.stream_id) else { return 0 }
      unsafe state.pointee.blockID = 0
      let category = unsafe frame.pointee.headers.cat
      let ends = header.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0
      unsafe stream._withUnsafeGuaranteedRef { headersEnded($0, category, endsInput: ends) }
    case NGHTTP2_DATA.rawValue:
      guard header.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0 else {
        return unsafe dataFrameReceived(frame.pointee.data)
      }
      guard let stream = unsafe streamOfFrame(header.stream_id) else { return 0 }
      unsafe stream._withUnsafeGuaranteedRef { stream in
        unsafe stream.state.pointee.inputEnded = true
        stream.handler.inputEnded(stream, in: self)
      }
    case NGHTTP2_SETTINGS.rawValue:
      if header.flags & UInt8(NGHTTP2_FLAG_ACK.rawValue) == 0 {
        delegate?.settingsReceived(in: self)
      }
    case NGHTTP2_PING.rawValue:
      if header.flags & UInt8(NGHTTP2_FLAG_ACK.rawValue) != 0 {
        delegate?.pingAcknowledged(in: self)
      } else if role == .server {
        return pingReceived()
      }
    case NGHTTP2_RST_STREAM.rawValue:
      let code = unsafe frame.pointee.rst_stream.error_code
      delegate?.streamReset(in: self, byPeer: true, code: HTTP2ErrorCode(rawValue: code))
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
    if unsafe state.pointee.blockID == id { unsafe state.pointee.blockID = 0 }
    guard let reference = unsafe stream(id) else { return 0 }
    unsafe state.pointee.current = nil
    if code == .noError { unsafe state.pointee.floods.answered &+= 1 }
    unsafe reference._withUnsafeGuaranteedRef { stream in
      let waiting = unsafe stream.state.pointee.outputCounted - stream.state.pointee.outputSent
      unsafe state.pointee.outputWaiting -= waiting
      if unsafe !state.pointee.endedEarly.isEmpty {
        unsafe state.pointee.endedEarly.removeAll { $0 === stream }
      }
      let wasNeverSent = unsafe stream.state.pointee.wasNeverSent
      stream.handler.streamClosed(
        stream, in: self, code: wasNeverSent ? .refusedStream : code)
      recycle(stream)
    }
    return 0
  }

  /// A request that could not go out, since the peer had gone away, was refused by no one.
  func frameNotSent(_ header: nghttp2_frame_hd, _ code: Int32) -> Int32 {
    guard role == .client, header.type == UInt8(NGHTTP2_HEADERS.rawValue),
      code == NGHTTP2_ERR_START_STREAM_NOT_ALLOWED.rawValue
    else { return 0 }
    unsafe stream(header.stream_id)?._withUnsafeGuaranteedRef {
      unsafe $0.state.pointee.wasNeverSent = true
    }
    return 0
  }

  private func headersEnded(
    _ stream: HTTP2Stream, _ category: nghttp2_headers_category, endsInput: Bool
  ) {
    if endsInput { unsafe stream.state.pointee.inputEnded = true }
    guard role == .client || obeysRules(category, endsInput: endsInput) else {
      return reset(stream, .protocolError)
    }
    stream.handler.headersReceived(stream, in: self)
    if endsInput { stream.handler.inputEnded(stream, in: self) }
  }

  /// Takes a stream out of those that are open, and keeps its object for another one.
  private func recycle(_ stream: HTTP2Stream) {
    let index = unsafe stream.state.pointee.index
    stream.reset(keepingBytes: Self.keptBytes)
    if role == .server, unsafe state.pointee.idleStreams.count < Self.idleStreamLimit {
      unsafe state.pointee.idleStreams.append(stream)
    }
    guard let last = unsafe state.pointee.streams.popLast(), last !== stream else { return }
    unsafe state.pointee.streams[index] = last
    unsafe last.state.pointee.index = index
  }

  private func makeStream() -> HTTP2Stream {
    guard let delegate else { preconditionFailure("An HTTP/2 server has no delegate.") }
    return HTTP2Stream(handler: delegate.makeHandler(in: self), headers: headers)
  }

  private func streamOfFrame(_ id: Int32) -> Unmanaged<HTTP2Stream>? {
    if let current = unsafe state.pointee.current,
      unsafe current._withUnsafeGuaranteedRef({ $0.id == id })
    {
      return unsafe current
    }
    let found = unsafe stream(id)
    unsafe state.pointee.current = unsafe found
    return unsafe found
  }

  func stream(_ id: Int32) -> Unmanaged<HTTP2Stream>? {
    guard let pointer = unsafe nghttp2_session_get_stream_user_data(raw, id) else { return nil }
    return unsafe Unmanaged.fromOpaque(pointer)
  }

  private func obeysRules(_ category: nghttp2_headers_category, endsInput: Bool) -> Bool {
    let rules = headers.rules
    // A second block is the trailers, and they end the request (RFC 9113, section 8.1).
    guard category == NGHTTP2_HCAT_REQUEST else { return endsInput && rules.endsRequest }
    return headers.isOverLimit ? !rules.isBroken : rules.beginsRequest
  }
}
