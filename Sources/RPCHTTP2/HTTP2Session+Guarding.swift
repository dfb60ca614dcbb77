// SPDX-License-Identifier: Apache-2.0

internal import CNghttp2
internal import RPCCore

/// What nghttp2 leaves to us: a peer that floods, asks too often, or is too slow to say what it
/// wants.
extension HTTP2Session {
  /// Looks at a frame's header, before what nghttp2 does with the frame.
  func frameBegan(_ header: nghttp2_frame_hd) -> Int32 {
    guard role == .server else { return 0 }
    switch UInt32(header.type) {
    case NGHTTP2_HEADERS.rawValue: return headersFrameBegan(header.stream_id)
    case NGHTTP2_DATA.rawValue:
      let ends = header.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0
      return header.length > 0 || ends ? 0 : count(.emptyData)
    case NGHTTP2_WINDOW_UPDATE.rawValue: return count(.windowUpdate)
    case NGHTTP2_PRIORITY.rawValue: return count(.priority)
    case NGHTTP2_SETTINGS.rawValue: return count(.settings)
    case NGHTTP2_RST_STREAM.rawValue: return count(.reset)
    case NGHTTP2_CONTINUATION.rawValue: return 0
    case NGHTTP2_PING.rawValue where header.flags & UInt8(NGHTTP2_FLAG_ACK.rawValue) == 0:
      return 0  // held to another rule
    default: return count(.other)
    }
  }

  /// Looks at a DATA frame that has come whole: padding alone says nothing either.
  func dataFrameReceived(_ frame: nghttp2_data) -> Int32 {
    let (flags, length) = (frame.hd.flags, frame.hd.length)
    guard role == .server, flags & UInt8(NGHTTP2_FLAG_PADDED.rawValue) != 0, length > 0,
      length <= frame.padlen
    else { return 0 }
    return count(.emptyData)
  }

  /// Refuses a stream number below an earlier one (RFC 9113, section 5.1.1), which nghttp2 ignores.
  private func headersFrameBegan(_ id: Int32) -> Int32 {
    let highest = highestPeerID
    if id > highest {
      unsafe state.pointee.begun.begin(id)
      unsafe state.pointee.floods.earned &+= 1
      return 0
    }
    if unsafe state.pointee.begun.contains(id) { return count(.other) }
    return fail(.protocolError, "Stream \(id) began after stream \(highest).")
  }

  private func count(_ kind: FloodGuard.Kind) -> Int32 {
    guard unsafe !state.pointee.floods.allows(kind, now: now) else { return 0 }
    return fail(.enhanceYourCalm, "Too many \(kind.name).")
  }

  /// Takes note that a client asks whether we are there.
  func pingReceived() -> Int32 {
    let hasCalls = streamCount > 0
    guard unsafe !state.pointee.pings.allows(settings.pings, hasCalls: hasCalls, now: now) else {
      return 0
    }
    // The words by which gRPC's clients know that they have to ask less often.
    return fail(.enhanceYourCalm, "too_many_pings")
  }

  /// Takes note of a frame that nghttp2 has sent by itself or for us.
  func frameSent(_ frame: UnsafePointer<nghttp2_frame>) {
    let header = unsafe UnsafeRawPointer(frame).assumingMemoryBound(to: nghttp2_frame_hd.self)
      .pointee
    switch UInt32(header.type) {
    case NGHTTP2_HEADERS.rawValue:
      unsafe state.pointee.pings.isForgiven = true
    case NGHTTP2_DATA.rawValue:
      unsafe state.pointee.pings.isForgiven = true
      // Who is sent DATA gives its windows back, the stream's and the connection's.
      unsafe state.pointee.floods.earned &+= 2
    case NGHTTP2_RST_STREAM.rawValue:
      resetSent(HTTP2ErrorCode(rawValue: unsafe frame.pointee.rst_stream.error_code))
    case NGHTTP2_GOAWAY.rawValue:
      if unsafe state.pointee.farewell == .submitted { unsafe state.pointee.farewell = .sent }
    default: break
    }
  }

  private func resetSent(_ code: HTTP2ErrorCode) {
    delegate?.streamReset(in: self, byPeer: false, code: code)
    guard role == .server, code != .noError, code != .cancel, unsafe state.pointee.fault == nil,
      unsafe !state.pointee.floods.allows(.provokedReset, now: now)
    else { return }
    stop("Too many \(FloodGuard.Kind.provokedReset.name).")
  }

  /// Makes sure that a block of headers which isn't whole is looked at in time.
  func watchBlock() {
    let due = blockDue
    if due < nextDeadline { unsafe state.pointee.nextDeadline = due }
  }

  /// Ends the session of a peer that sends a block of headers too slowly: its stream would be open
  /// for ever.
  func expireBlock(now: UInt64) {
    guard unsafe state.pointee.blockID != 0, blockDue.nanoseconds <= now else { return }
    unsafe state.pointee.blockID = 0
    stop("A block of headers took more than \(settings.headersMilliseconds) ms.")
  }

  private var blockDue: Deadline {
    Deadline(
      now: unsafe state.pointee.blockBegan,
      timeoutNanoseconds: UInt64(settings.headersMilliseconds) * 1_000_000)
  }

  /// Stops the session for what the peer did; what a callback answers to nghttp2 then.
  func fail(_ code: HTTP2ErrorCode, _ reason: String) -> Int32 {
    unsafe state.pointee.fault = .peerFault(code, reason)
    return NGHTTP2_ERR_CALLBACK_FAILURE.rawValue
  }

  /// Ends the session for what the peer did, outside of what it receives.
  private func stop(_ reason: String) {
    unsafe state.pointee.fault = .peerFault(.enhanceYourCalm, reason)
    terminate(.enhanceYourCalm, reason)
  }
}
