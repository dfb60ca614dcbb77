// SPDX-License-Identifier: Apache-2.0

extension [UInt8] {
  /// Appends a copy of the bytes of a span.
  @inlinable
  package mutating func append(copying span: Span<UInt8>) {
    // Adding nothing to an empty array would write to the one that all threads share.
    guard !span.isEmpty else { return }
    append(addingCapacity: span.count) { output in
      for index in span.indices { output.append(span[index]) }
    }
  }
}

extension Span<UInt8> {
  /// Whether the bytes are exactly these.
  @inlinable
  package func equals(_ other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    // No early end: without a branch in it the loop takes many bytes at a time.
    var difference: UInt8 = 0
    for index in indices { difference |= self[index] ^ other[index] }
    return difference == 0
  }

  /// Whether the bytes are exactly the text's.
  package func equals(_ text: String) -> Bool {
    guard count == text.utf8.count else { return false }
    var index = 0
    for byte in text.utf8 {
      if self[index] != byte { return false }
      index += 1
    }
    return true
  }

  /// The bytes as text; what is not UTF-8 becomes U+FFFD.
  package var text: String {
    var bytes: [UInt8] = []
    bytes.append(copying: self)
    return String(decoding: bytes, as: UTF8.self)
  }
}
