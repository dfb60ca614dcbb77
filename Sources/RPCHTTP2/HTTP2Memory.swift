// SPDX-License-Identifier: Apache-2.0

internal import CNghttp2

/// Memory for the sessions of one loop: small pieces that were freed are kept, by size, for the next
/// stream, without the locks and the searching of a general allocator. Used on one thread.
@safe
package final class HTTP2Memory {
  /// A piece's header while it is in use (its class) or free (the next free piece).
  @safe
  private struct Header {
    var sizeClass: Int
    var next: UnsafeMutableRawPointer?
  }

  private static let headerBytes = 16
  private static let classBytes = 64
  private static let classCount = 32
  private let heads: UnsafeMutableBufferPointer<UnsafeMutableRawPointer?>
  private let keptLimitBytes: Int
  private var keptBytes = 0

  /// Creates a store that keeps at most `keptLimitBytes` of freed memory.
  package init(keptLimitBytes: Int) {
    self.keptLimitBytes = keptLimitBytes
    unsafe heads = .allocate(capacity: Self.classCount)
    unsafe heads.initialize(repeating: nil)
  }

  deinit {
    for index in 0..<Self.classCount {
      while let piece = unsafe heads[index] {
        unsafe heads[index] = piece.assumingMemoryBound(to: Header.self).pointee.next
        unsafe free(piece)
      }
    }
    unsafe heads.deallocate()
  }

  /// nghttp2's view of it; valid while the object lives.
  var allocator: nghttp2_mem {
    unsafe nghttp2_mem(
      mem_user_data: Unmanaged.passUnretained(self).toOpaque(),
      malloc: { count, user in unsafe HTTP2Memory.with(user) { unsafe $0.take(count) } },
      free: { pointer, user in unsafe HTTP2Memory.with(user) { unsafe $0.give(pointer) } },
      calloc: { count, size, user in
        unsafe HTTP2Memory.with(user) { unsafe $0.takeZeroed(count, size) }
      },
      realloc: { pointer, count, user in
        unsafe HTTP2Memory.with(user) { unsafe $0.resize(pointer, count) }
      })
  }

  private static func with<Result>(
    _ user: UnsafeMutableRawPointer?, _ body: (HTTP2Memory) -> Result
  ) -> Result {
    guard let user = unsafe user else { preconditionFailure("nghttp2 lost its allocator.") }
    return unsafe Unmanaged<HTTP2Memory>.fromOpaque(user)._withUnsafeGuaranteedRef(body)
  }

  private func take(_ count: Int) -> UnsafeMutableRawPointer? {
    let sizeClass = (count + Self.classBytes - 1) / Self.classBytes
    guard sizeClass < Self.classCount else {
      return unsafe label(malloc(count + Self.headerBytes), -count)
    }
    if let piece = unsafe heads[sizeClass] {
      unsafe heads[sizeClass] = piece.assumingMemoryBound(to: Header.self).pointee.next
      keptBytes -= sizeClass * Self.classBytes
      return unsafe piece + Self.headerBytes
    }
    return unsafe label(malloc(sizeClass * Self.classBytes + Self.headerBytes), sizeClass)
  }

  private func give(_ pointer: UnsafeMutableRawPointer?) {
    guard let pointer = unsafe pointer else { return }
    let piece = unsafe pointer - Self.headerBytes
    let header = unsafe piece.assumingMemoryBound(to: Header.self)
    let sizeClass = unsafe header.pointee.sizeClass
    let bytes = sizeClass * Self.classBytes
    guard sizeClass >= 0, keptBytes + bytes <= keptLimitBytes else {
      unsafe free(piece)
      return
    }
    unsafe header.pointee.next = heads[sizeClass]
    unsafe heads[sizeClass] = piece
    keptBytes += bytes
  }

  private func takeZeroed(_ count: Int, _ size: Int) -> UnsafeMutableRawPointer? {
    let (bytes, overflows) = count.multipliedReportingOverflow(by: size)
    guard !overflows, let pointer = unsafe take(bytes) else { return nil }
    unsafe memset(pointer, 0, bytes)
    return unsafe pointer
  }

  private func resize(
    _ pointer: UnsafeMutableRawPointer?, _ count: Int
  ) -> UnsafeMutableRawPointer? {
    guard let pointer = unsafe pointer else { return unsafe take(count) }
    let sizeClass = unsafe (pointer - Self.headerBytes).assumingMemoryBound(to: Header.self)
      .pointee.sizeClass
    let capacity = sizeClass >= 0 ? sizeClass * Self.classBytes : -sizeClass
    if count <= capacity { return unsafe pointer }
    guard let larger = unsafe take(count) else { return nil }
    unsafe memcpy(larger, pointer, capacity)
    unsafe give(pointer)
    return unsafe larger
  }

  private func label(
    _ piece: UnsafeMutableRawPointer?, _ sizeClass: Int
  ) -> UnsafeMutableRawPointer? {
    guard let piece = unsafe piece else { return nil }
    let header = unsafe piece.assumingMemoryBound(to: Header.self)
    unsafe header.initialize(to: Header(sizeClass: sizeClass, next: nil))
    return unsafe piece + Self.headerBytes
  }
}
