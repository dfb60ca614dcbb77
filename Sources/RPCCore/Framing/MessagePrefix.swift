// SPDX-License-Identifier: Apache-2.0

/// The five bytes before each message of a gRPC stream: a flag, 1 when the message is compressed,
/// and the message's length, big-endian ("Length-Prefixed-Message" of gRPC over HTTP/2).
package enum MessagePrefix {
  /// The prefix's length in bytes.
  package static let count = 5
}

extension [UInt8] {
  /// Leaves room for a prefix, to be filled in when the message behind it is complete.
  ///
  /// Returns the place of the prefix, for `endMessage(at:)`.
  package mutating func beginMessage() -> Int {
    let start = count
    for _ in 0..<MessagePrefix.count { append(0) }
    return start
  }

  /// Fills in the prefix of the message that reaches from there to the end.
  package mutating func endMessage(at start: Int, isCompressed: Bool = false) {
    if isCompressed { self[start] = 1 }
    let length = UInt32(count - start - MessagePrefix.count)
    self[start + 1] = UInt8(truncatingIfNeeded: length >> 24)
    self[start + 2] = UInt8(truncatingIfNeeded: length >> 16)
    self[start + 3] = UInt8(truncatingIfNeeded: length >> 8)
    self[start + 4] = UInt8(truncatingIfNeeded: length)
  }
}
