// SPDX-License-Identifier: Apache-2.0

internal import CZlib

/// Deflates messages in gzip's format (RFC 1952), each by itself. Its memory, some 270 KiB, is taken
/// for the first and kept. Used on one thread.
@safe
package final class GzipDeflater {
  private var stream: UnsafeMutablePointer<z_stream>?

  /// gzip's format, with the largest window, at the level that is several times faster than zlib's
  /// usual one and nearly as small for text.
  private static let windowBits = Int32(15 + 16)
  private static let level = Int32(1)
  private static let memoryLevel = Int32(8)

  /// Creates a deflater.
  package init() {}

  deinit {
    guard let stream = unsafe stream else { return }
    unsafe deflateEnd(stream)
    unsafe stream.deinitialize(count: 1)
    unsafe stream.deallocate()
  }

  /// Appends the compressed message to `output`.
  package func deflate(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
    let stream = unsafe begin()
    let room = Int(unsafe deflateBound(stream, UInt(bytes.count)))
    output.append(addingCapacity: room) { span in
      unsafe span.withUnsafeMutableBufferPointer { free, count in
        unsafe bytes.withUnsafeBufferPointer { input in
          unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
          unsafe stream.pointee.avail_in = UInt32(input.count)
          unsafe stream.pointee.next_out = free.baseAddress
          unsafe stream.pointee.avail_out = UInt32(room)
          let result = unsafe CZlib.deflate(stream, Z_FINISH)
          precondition(result == Z_STREAM_END, "zlib needs more room than it said: \(result).")
          count = unsafe room - Int(stream.pointee.avail_out)
        }
      }
    }
  }

  private func begin() -> UnsafeMutablePointer<z_stream> {
    if let stream = unsafe stream {
      unsafe deflateReset(stream)
      return unsafe stream
    }
    let new = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    unsafe new.initialize(to: z_stream())
    let result = unsafe deflateInit2_(
      new, Self.level, Z_DEFLATED, Self.windowBits, Self.memoryLevel, Z_DEFAULT_STRATEGY,
      ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    precondition(result == Z_OK, "zlib can't deflate: \(result).")
    unsafe stream = new
    return unsafe new
  }
}
