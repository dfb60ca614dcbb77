// SPDX-License-Identifier: Apache-2.0

internal import CZlib

/// Inflates messages in gzip's format (RFC 1952), each by itself. Its memory, some 40 KiB, is taken
/// for the first and kept. Used on one thread.
@safe
package final class GzipInflater {
  private var stream: UnsafeMutablePointer<z_stream>?

  /// So much is made room for at first, and at most at a time, in bytes.
  private static let pieceBytes = (first: 4 << 10, most: 256 << 10)
  /// gzip's format and no other, with the largest window.
  private static let windowBits = Int32(15 + 16)

  /// Creates an inflater.
  package init() {}

  deinit {
    guard let stream = unsafe stream else { return }
    unsafe inflateEnd(stream)
    unsafe stream.deinitialize(count: 1)
    unsafe stream.deallocate()
  }

  /// Inflates a whole message: one member or several. Memory grows with what comes out, and never
  /// by more than a piece above the limit.
  package func inflate(
    _ bytes: Span<UInt8>, limitBytes: Int
  ) throws(GzipError) -> [UInt8] {
    let stream = unsafe begin()
    var output: [UInt8] = []
    var taken = 0
    var piece = Self.pieceBytes.first
    while true {
      let room = min(piece, limitBytes - output.count + 1)
      let result = unsafe step(stream, bytes, &taken, &output, room)
      guard output.count <= limitBytes else { throw .tooLarge(limitBytes: limitBytes) }
      switch result {
      case Z_STREAM_END:
        guard taken < bytes.count else { return output }
        unsafe inflateReset(stream)
      case Z_OK:
        piece = min(piece * 2, Self.pieceBytes.most)
      case Z_BUF_ERROR:
        throw .corrupt("it ends too early")
      case Z_MEM_ERROR:
        preconditionFailure("There is no memory to inflate a message.")
      default:
        throw .corrupt(unsafe stream.pointee.msg.map { unsafe String(cString: $0) } ?? "bad data")
      }
    }
  }

  private func begin() -> UnsafeMutablePointer<z_stream> {
    if let stream = unsafe stream {
      unsafe inflateReset(stream)
      return unsafe stream
    }
    let new = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    unsafe new.initialize(to: z_stream())
    let result = unsafe inflateInit2_(
      new, Self.windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    precondition(result == Z_OK, "zlib can't inflate: \(result).")
    unsafe stream = new
    return unsafe new
  }

  /// Inflates until the input or the room is used up; answers zlib's code.
  private func step(
    _ stream: UnsafeMutablePointer<z_stream>, _ bytes: Span<UInt8>, _ taken: inout Int,
    _ output: inout [UInt8], _ room: Int
  ) -> Int32 {
    let start = taken
    var end = taken
    var result = Z_OK
    output.append(addingCapacity: room) { span in
      unsafe span.withUnsafeMutableBufferPointer { free, count in
        unsafe bytes.withUnsafeBufferPointer { input in
          unsafe stream.pointee.next_in = UnsafeMutablePointer(
            mutating: input.baseAddress.map { unsafe $0 + start })
          unsafe stream.pointee.avail_in = UInt32(input.count - start)
          unsafe stream.pointee.next_out = free.baseAddress
          unsafe stream.pointee.avail_out = UInt32(room)
          result = unsafe CZlib.inflate(stream, Z_NO_FLUSH)
          end = unsafe input.count - Int(stream.pointee.avail_in)
          count = unsafe room - Int(stream.pointee.avail_out)
        }
      }
    }
    taken = end
    return result
  }
}
