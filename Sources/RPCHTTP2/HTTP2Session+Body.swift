// SPDX-License-Identifier: Apache-2.0

internal import CNghttp2

extension HTTP2Session {
  /// Lets nghttp2 take the body from `stream.output`, as much as windows and frames allow.
  func bodyProvider(_ stream: HTTP2Stream) -> nghttp2_data_provider {
    var provider = unsafe nghttp2_data_provider()
    unsafe provider.source.ptr = Unmanaged.passUnretained(stream).toOpaque()
    unsafe provider.read_callback = { _, _, _, limit, flags, source, session in
      guard let session = unsafe session, let flags = unsafe flags,
        let pointer = unsafe source?.pointee.ptr
      else { return 0 }
      return unsafe Unmanaged<HTTP2Session>.fromOpaque(session)._withUnsafeGuaranteedRef {
        session in
        unsafe Unmanaged<HTTP2Stream>.fromOpaque(pointer)._withUnsafeGuaranteedRef {
          unsafe session.read($0, limit, flags)
        }
      }
    }
    return unsafe provider
  }

  /// Says how many bytes the next DATA frame of the stream has; `send` copies them.
  private func read(
    _ stream: HTTP2Stream, _ limit: Int, _ flags: UnsafeMutablePointer<UInt32>
  ) -> Int {
    let waiting = stream.outputWaiting
    let ending = unsafe stream.state.pointee.ending
    if waiting == 0, ending == .open {
      unsafe stream.state.pointee.isDeferred = true
      return Int(NGHTTP2_ERR_DEFERRED.rawValue)
    }
    let count = min(waiting, limit)
    var raised = NGHTTP2_DATA_FLAG_NO_COPY.rawValue
    if count == waiting {
      switch ending {
      case .open:
        break
      case .endStream:
        raised |= NGHTTP2_DATA_FLAG_EOF.rawValue
        ended(stream)
      case .trailers:
        raised |= NGHTTP2_DATA_FLAG_EOF.rawValue | NGHTTP2_DATA_FLAG_NO_END_STREAM.rawValue
        submitTrailers(stream)
      }
    }
    unsafe flags.pointee |= raised
    return count
  }

  private func submitTrailers(_ stream: HTTP2Stream) {
    guard let fixed = unsafe stream.state.pointee.trailers.take() else { return }
    let more = unsafe stream.state.pointee.moreTrailers.take()
    check(
      unsafe withFields(fixed, more) { start, count in
        unsafe nghttp2_submit_trailer(raw, stream.id, start, count)
      })
    ended(stream)
  }

  /// Copies a DATA frame straight from the stream to what is being produced; or doesn't, when there
  /// is no room for it and one frame more.
  func send(_ stream: HTTP2Stream, header: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    guard unsafe state.pointee.sinkRoom >= Self.frameHeaderBytes + count + Self.largestFrameBytes
    else {
      unsafe state.pointee.sinkIsFull = true
      return NGHTTP2_ERR_WOULDBLOCK.rawValue
    }
    unsafe put(header, Self.frameHeaderBytes)
    let start = unsafe stream.state.pointee.outputSent
    unsafe stream.state.pointee.output.withUnsafeBufferPointer { bytes in
      guard let from = bytes.baseAddress else { return }
      unsafe put(from + start, count)
    }
    unsafe state.pointee.outputWaiting -= count
    unsafe state.pointee.bodyBytesProduced += UInt64(count)
    unsafe stream.state.pointee.outputSent = start + count
    guard stream.outputWaiting == 0 else { return 0 }
    unsafe stream.state.pointee.output.removeAll(keepingCapacity: true)
    unsafe stream.state.pointee.outputSent = 0
    unsafe stream.state.pointee.outputCounted = 0
    return 0
  }
}

extension HTTP2Session {
  static let pieceBytes = 64 << 10
  private static let frameHeaderBytes = 9
  /// What nghttp2 makes at most at a time: a frame of 16 KiB, its header, and a byte of padding.
  private static let largestFrameBytes = 16_394

  /// Appends about as many bytes of frames as are wanted; returns whether there may be more.
  func producePiece(into output: inout [UInt8], _ wanted: Int) -> Bool {
    var mayBeMore = false
    output.append(addingCapacity: wanted + 2 * Self.largestFrameBytes) { span in
      unsafe span.withUnsafeMutableBufferPointer { room, initialized in
        unsafe state.pointee.sink = room.baseAddress
        unsafe state.pointee.sinkRoom = room.count
        mayBeMore = fill(leaving: room.count - wanted)
        unsafe initialized = room.count - state.pointee.sinkRoom
        unsafe state.pointee.sink = nil
      }
    }
    return mayBeMore
  }

  /// Takes frames until only so much room is left; returns whether there may be more.
  private func fill(leaving rest: Int) -> Bool {
    unsafe state.pointee.sinkIsFull = false
    if unsafe state.pointee.farewell == .sent { return false }
    while unsafe state.pointee.sinkRoom > rest {
      var start: UnsafePointer<UInt8>?
      let count = unsafe nghttp2_session_mem_send(raw, &start)
      if count > 0, let start = unsafe start {
        unsafe put(start, count)
        if unsafe state.pointee.farewell == .sent { return false }
      } else {
        guard count == 0 else { preconditionFailure("nghttp2 could not send: \(count).") }
        if unsafe state.pointee.sinkIsFull { return true }
        guard resetEndedEarly() else { return false }
      }
    }
    return true
  }

  private func put(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
    precondition(unsafe count <= state.pointee.sinkRoom, "nghttp2 made too large a frame.")
    guard let sink = unsafe state.pointee.sink else { return }
    unsafe sink.update(from: bytes, count: count)
    unsafe state.pointee.sink = unsafe sink + count
    unsafe state.pointee.sinkRoom -= count
  }
}

/// Memory for the list of headers that is being handed to nghttp2.
@safe
struct FieldScratch: ~Copyable {
  private var array: UnsafeMutableBufferPointer<nghttp2_nv> = .allocate(capacity: 0)

  deinit { unsafe array.deallocate() }

  /// Calls `body` with the fixed fields and then the others, which nghttp2 copies.
  mutating func withFields(
    _ fixed: FixedFields, _ more: HeaderBlock,
    _ body: (UnsafePointer<nghttp2_nv>?, Int) -> Int32
  ) -> Int32 {
    let count = unsafe fixed.array.count + more.fields.count
    if unsafe array.count < count {
      unsafe array.deallocate()
      unsafe array = .allocate(capacity: count)
    }
    unsafe _ = array.update(fromContentsOf: fixed.array)
    return unsafe more.bytes.withUnsafeBufferPointer { bytes in
      guard let first = bytes.baseAddress else { return 0 }
      let start = unsafe UnsafeMutablePointer(mutating: first)
      var index = unsafe fixed.array.count
      for field in more.fields {
        unsafe array[index] = nghttp2_nv(
          name: start + field.name.lowerBound, value: start + field.value.lowerBound,
          namelen: field.name.count, valuelen: field.value.count,
          flags: UInt8(NGHTTP2_NV_FLAG_NONE.rawValue))
        index += 1
      }
      return unsafe body(array.baseAddress, count)
    }
  }
}
