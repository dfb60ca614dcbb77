// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Bytes to what is open.
enum Descriptor {
  /// Writes all of the bytes; `path` is what an error names.
  static func write(_ bytes: [UInt8], to descriptor: Int32, path: String) throws(SystemError) {
    var offset = 0
    while offset < bytes.count {
      let count = unsafe bytes[offset...].withUnsafeBytes { buffer in
        unsafe write(descriptor, buffer)
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw .current("write", path)
      }
      offset += count
    }
  }

  private static func write(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
      unsafe Darwin.write(descriptor, buffer.baseAddress, buffer.count)
    #else
      unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }
}
