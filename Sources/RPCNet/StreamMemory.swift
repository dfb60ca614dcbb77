// SPDX-License-Identifier: Apache-2.0

internal import CUV

/// Makes libuv's streams: TCP or Unix, in memory that has room for either.
enum StreamMemory {
  /// Room for a stream that is not initialized.
  static func allocate() -> UnsafeMutablePointer<uv_stream_t> {
    let bytes = unsafe max(MemoryLayout<uv_tcp_t>.size, MemoryLayout<uv_pipe_t>.size)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 16)
    return unsafe memory.assumingMemoryBound(to: uv_stream_t.self)
  }

  /// Initializes a stream and gives it a connected descriptor; answers libuv's code.
  static func open(
    _ stream: UnsafeMutablePointer<uv_stream_t>, on loop: UnsafeMutablePointer<uv_loop_t>,
    _ descriptor: ConnectedDescriptor
  ) -> Int32 {
    unsafe initialize(stream, on: loop, isUnix: descriptor.isUnix)
    if descriptor.isUnix {
      return unsafe uv_pipe_open(pipe(stream), descriptor.raw)
    }
    let code = unsafe uv_tcp_open(tcp(stream), descriptor.raw)
    if code == 0 { unsafe prepare(tcp(stream)) }
    return code
  }

  /// Sends what is written at once, and finds out when the other side has vanished without a word,
  /// which takes the system about a minute from here on.
  static func prepare(_ stream: UnsafeMutablePointer<uv_tcp_t>) {
    unsafe uv_tcp_nodelay(stream, 1)
    unsafe uv_tcp_keepalive(stream, 1, keepAliveSeconds)
  }

  /// How long a connection is silent before the system asks whether the other side is there.
  private static let keepAliveSeconds: UInt32 = 60

  /// Initializes a stream without a descriptor.
  static func initialize(
    _ stream: UnsafeMutablePointer<uv_stream_t>, on loop: UnsafeMutablePointer<uv_loop_t>,
    isUnix: Bool
  ) {
    // Neither can fail: no descriptor is made yet.
    if isUnix {
      unsafe uv_pipe_init(loop, pipe(stream), 0)
    } else {
      unsafe uv_tcp_init(loop, tcp(stream))
    }
    unsafe stream.pointee.data = nil
  }

  /// Closes a stream that nobody owns yet, and frees it.
  static func close(_ stream: UnsafeMutablePointer<uv_stream_t>) {
    let handle = unsafe UnsafeMutableRawPointer(stream).assumingMemoryBound(to: uv_handle_t.self)
    unsafe handle.pointee.data = nil
    unsafe uv_close(handle) { unsafe UnsafeMutableRawPointer($0)?.deallocate() }
  }

  /// The stream as TCP.
  static func tcp(_ stream: UnsafeMutablePointer<uv_stream_t>) -> UnsafeMutablePointer<uv_tcp_t> {
    unsafe UnsafeMutableRawPointer(stream).assumingMemoryBound(to: uv_tcp_t.self)
  }

  /// The stream as a Unix socket.
  static func pipe(_ stream: UnsafeMutablePointer<uv_stream_t>) -> UnsafeMutablePointer<uv_pipe_t> {
    unsafe UnsafeMutableRawPointer(stream).assumingMemoryBound(to: uv_pipe_t.self)
  }
}
