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
    guard let fixed = unsafe stream.state.pointee.trailers else { return }
    let more = unsafe stream.state.pointee.moreTrailers
    check(
      unsafe withFields(fixed, more) { start, count in
        unsafe nghttp2_submit_trailer(raw, stream.id, start, count)
      })
    ended(stream)
  }

  /// Copies a DATA frame straight from the stream to what is being produced; or doesn't, when that
  /// is large enough already.
  func send(_ stream: HTTP2Stream, header: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    guard let sink = unsafe state.pointee.sink, unsafe sink.pointee.count < state.pointee.sinkLimit
    else {
      unsafe state.pointee.sinkIsFull = true
      return NGHTTP2_ERR_WOULDBLOCK.rawValue
    }
    unsafe sink.pointee.append(contentsOf: UnsafeBufferPointer(start: header, count: 9))
    let start = unsafe stream.state.pointee.outputSent
    unsafe stream.state.pointee.output.withUnsafeBufferPointer {
      unsafe sink.pointee.append(
        contentsOf: UnsafeBufferPointer(rebasing: $0[start..<start + count]))
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
