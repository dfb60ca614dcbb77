// SPDX-License-Identifier: Apache-2.0

/// Base64 as gRPC's `-bin` headers use it (RFC 4648, section 4): sent without padding, taken with
/// or without.
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Appends the encoded bytes, without padding.
  package static func encode(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
    var bits: UInt32 = 0
    var bitCount: UInt32 = 0
    for index in bytes.indices {
      bits = bits << 8 | UInt32(bytes[index])
      bitCount += 8
      while bitCount >= 6 {
        bitCount -= 6
        output.append(alphabet[Int(bits >> bitCount & 0x3F)])
      }
    }
    if bitCount > 0 { output.append(alphabet[Int(bits << (6 - bitCount) & 0x3F)]) }
  }

  /// The decoded bytes; nil if there is a character or a length that encoding never makes.
  package static func decode(_ text: Span<UInt8>) -> [UInt8]? {
    var count = text.count
    if count.isMultiple(of: 4) {
      for _ in 0..<2 where count > 0 && text[count - 1] == UInt8(ascii: "=") { count -= 1 }
    }
    guard count % 4 != 1 else { return nil }
    var output: [UInt8] = []
    output.reserveCapacity(count * 3 / 4)
    var bits: UInt32 = 0
    var bitCount: UInt32 = 0
    for index in 0..<count {
      guard let value = value(of: text[index]) else { return nil }
      bits = bits << 6 | value
      bitCount += 6
      if bitCount >= 8 {
        bitCount -= 8
        output.append(UInt8(truncatingIfNeeded: bits >> bitCount))
      }
    }
    return output
  }

  private static func value(of character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
