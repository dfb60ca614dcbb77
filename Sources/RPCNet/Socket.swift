// SPDX-License-Identifier: Apache-2.0

internal import CUV
internal import Synchronization

/// One connection, a stream of bytes each way, on one loop's thread.
///
/// It lives until it is closed, whoever else holds it; closing lets go of the handler.
@safe package final class Socket: LoopResource {
  /// Who hears of what happens. Set it, then call `resumeReading`.
  package var handler: (any SocketHandler)?
  /// The address of the other side, as text.
  package let peer: String
  /// The loop that the socket belongs to.
  package let loop: EventLoop

  private let stream: UnsafeMutablePointer<uv_stream_t>
  private var state = State.open
  private var isReading = false
  private var hasInputEnded = false
  private var outputError: NetError?
  private var lingerTimer: LoopTimer?
  private var isCounted = false

  private enum State {
    case open
    /// Nothing more may be written.
    case finishing
    /// Input is thrown away until the other side ends it too.
    case lingering
    case closing(NetError?)
  }

  /// Takes over a connected descriptor; on failure it is closed.
  init(on loop: EventLoop, adopting descriptor: ConnectedDescriptor) throws(NetError) {
    self.loop = loop
    peer = descriptor.peer
    if loop.isStopped {
      descriptor.close()
      throw NetError(.transfer, descriptor.peer, .stopped)
    }
    let memory = unsafe StreamMemory.allocate()
    unsafe stream = memory
    super.init()
    let code = unsafe StreamMemory.open(memory, on: loop.raw, descriptor)
    guard code == 0 else {
      descriptor.close()
      unsafe StreamMemory.close(memory)
      throw NetError(.transfer, descriptor.peer, code: code)
    }
    isCounted = descriptor.isCounted
    retainByStream()
  }

  /// Takes over a stream that has just been connected.
  init(on loop: EventLoop, connected stream: UnsafeMutablePointer<uv_stream_t>, to peer: String) {
    self.loop = loop
    self.peer = peer
    unsafe self.stream = unsafe stream
    super.init()
    retainByStream()
  }

  /// How many bytes wait for the other side to read, beyond what the kernel holds.
  package var queuedBytes: Int { unsafe uv_stream_get_write_queue_size(stream) }

  /// Whether the socket has neither been closed nor been told to finish.
  package var isOpen: Bool { if case .open = state { true } else { false } }

  /// Writes all of `bytes`, at once as far as the kernel takes it, and empties it, keeping its
  /// room. After `finishWriting` or `close` the bytes are thrown away.
  package func write(_ bytes: inout [UInt8]) {
    defer { bytes.removeAll(keepingCapacity: true) }
    guard isOpen, outputError == nil, !bytes.isEmpty else { return }
    unsafe bytes.withUnsafeBytes { bytes in
      let written = unsafe writeAtOnce(bytes)
      guard written >= 0 else { return outputFailed(code: Int32(written)) }
      if written < bytes.count {
        unsafe enqueue(UnsafeRawBufferPointer(rebasing: bytes[written...]))
      }
    }
  }

  /// Starts to read, or goes on after `pauseReading`.
  package func resumeReading() {
    if case .closing = state { return }
    guard !isReading, !hasInputEnded else { return }
    isReading = true
    unsafe uv_read_start(
      stream,
      { handle, _, room in
        guard let data = unsafe handle?.pointee.data else { return }
        let socket = unsafe Unmanaged<Socket>.fromOpaque(data).takeUnretainedValue()
        let buffer = unsafe socket.loop.readBuffer
        unsafe room?.pointee.base = buffer.bindMemory(to: CChar.self).baseAddress
        unsafe room?.pointee.len = buffer.count
      },
      { stream, count, _ in
        guard count != 0, let data = unsafe stream?.pointee.data else { return }
        unsafe Unmanaged<Socket>.fromOpaque(data).takeUnretainedValue().didRead(count)
      })
  }

  /// Leaves what arrives to the kernel, which soon lets the other side wait.
  package func pauseReading() {
    guard isReading else { return }
    isReading = false
    unsafe uv_read_stop(stream)
  }

  /// Ends our side of the stream once all that is queued has been sent.
  package func finishWriting() {
    guard case .open = state else { return }
    state = .finishing
    let request = UnsafeMutablePointer<uv_shutdown_t>.allocate(capacity: 1)
    let code = unsafe uv_shutdown(request, stream) { request, _ in unsafe request?.deallocate() }
    if code != 0 { unsafe request.deallocate() }
  }

  /// Sends what is queued, then closes without the handler reading any more.
  ///
  /// Closing with unread input would reset the connection and with it the last words. So what
  /// still arrives is thrown away until the other side ends too, for `nanoseconds` at most.
  package func closeAfterWriting(lingeringFor nanoseconds: UInt64) {
    switch state {
    case .lingering, .closing: return
    case .open: finishWriting()
    case .finishing: break
    }
    guard !(hasInputEnded && queuedBytes == 0), outputError == nil else { return close() }
    state = .lingering
    let timer = loop.makeTimer { [unowned self] in close() }
    let (deadline, overflows) = loop.now.addingReportingOverflow(nanoseconds)
    timer.start(at: overflows ? .max : deadline)
    lingerTimer = timer
    resumeReading()
  }

  /// Closes at once; what is queued is lost. The handler hears of it in a later turn.
  package func close() { close(nil) }

  override func loopStops() { close(NetError(.transfer, peer, .stopped)) }
}

extension Socket {
  private func didRead(_ count: Int) {
    switch state {
    case .closing: return
    case .lingering:
      guard count < 0 else { return }
      hasInputEnded = true
      if count != Int(UV_EOF.rawValue) || queuedBytes == 0 { close() }
    case .open, .finishing:
      if count > 0 {
        let bytes = unsafe UnsafeBufferPointer(
          rebasing: loop.readBuffer.bindMemory(to: UInt8.self)[..<count])
        handler?.socket(self, didRead: unsafe bytes.span)
      } else if count == Int(UV_EOF.rawValue) {
        pauseReading()
        hasInputEnded = true
        if let outputError { close(outputError) } else { handler?.socketDidEndInput(self) }
      } else {
        close(NetError(.transfer, peer, code: Int32(count)))
      }
    }
  }

  /// How much the kernel took: 0 while earlier bytes wait, negative for an error.
  private func writeAtOnce(_ bytes: UnsafeRawBufferPointer) -> Int {
    var piece = unsafe Self.buffer(of: bytes)
    let written = unsafe Int(uv_try_write(stream, &piece, 1))
    return written == Int(UV_EAGAIN.rawValue) ? 0 : written
  }

  /// Copies bytes and lets libuv send them when the kernel takes them. The copy lies behind the
  /// request, in one allocation.
  private func enqueue(_ bytes: UnsafeRawBufferPointer) {
    let header = unsafe MemoryLayout<uv_write_t>.stride
    let block = UnsafeMutableRawPointer.allocate(byteCount: header + bytes.count, alignment: 16)
    let copy = unsafe UnsafeMutableRawBufferPointer(start: block + header, count: bytes.count)
    unsafe copy.copyMemory(from: bytes)
    let request = unsafe block.bindMemory(to: uv_write_t.self, capacity: 1)
    var piece = unsafe Self.buffer(of: UnsafeRawBufferPointer(copy))
    let code = unsafe uv_write(request, stream, &piece, 1) { request, code in
      guard let request = unsafe request, let data = unsafe request.pointee.handle?.pointee.data
      else { return }
      let socket = unsafe Unmanaged<Socket>.fromOpaque(data).takeUnretainedValue()
      unsafe UnsafeMutableRawPointer(request).deallocate()
      socket.didWrite(code)
    }
    guard code != 0 else { return }
    unsafe block.deallocate()
    outputFailed(code: code)
  }

  private func didWrite(_ code: Int32) {
    if case .closing = state { return }
    guard code == 0 else { return outputFailed(code: code) }
    guard queuedBytes == 0 else { return }
    if case .lingering = state {
      if hasInputEnded { close() }
    } else {
      handler?.socketDidDrain(self)
    }
  }

  /// The other side takes no more, but its last words may still lie in our kernel: we close when
  /// the input ends, unless nobody reads it.
  private func outputFailed(code: Int32) {
    guard outputError == nil else { return }
    outputError = NetError(.transfer, peer, code: code)
    if !isReading || hasInputEnded { close(outputError) }
  }

  private func close(_ error: NetError?) {
    if case .closing = state { return }
    state = .closing(error)
    isReading = false
    lingerTimer = nil
    let handle = unsafe UnsafeMutableRawPointer(stream).assumingMemoryBound(to: uv_handle_t.self)
    unsafe uv_close(handle) { handle in
      guard let handle = unsafe handle, let data = unsafe handle.pointee.data else { return }
      let socket = unsafe Unmanaged<Socket>.fromOpaque(data).takeRetainedValue()
      unsafe UnsafeMutableRawPointer(handle).deallocate()
      socket.didClose()
    }
  }

  private func didClose() {
    if isCounted { loop.handle.mailbox.openConnections.subtract(1, ordering: .relaxed) }
    guard case .closing(let error) = state, let handler else { return }
    self.handler = nil
    handler.socketDidClose(self, error)
  }

  private func retainByStream() {
    unsafe stream.pointee.data = Unmanaged<LoopResource>.passRetained(self).toOpaque()
  }

  private static func buffer(of bytes: UnsafeRawBufferPointer) -> uv_buf_t {
    // libuv's type has no room for `const`; it only reads.
    let base = unsafe UnsafeMutableRawPointer(mutating: bytes.baseAddress)
    return unsafe uv_buf_t(
      base: base?.assumingMemoryBound(to: CChar.self), len: bytes.count)
  }
}
