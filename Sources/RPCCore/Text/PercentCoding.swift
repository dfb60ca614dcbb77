// SPDX-License-Identifier: Apache-2.0

/// The percent-coding of the `grpc-message` header ("Status-Message" of gRPC over HTTP/2).
package enum PercentCoding {
  private static let digits = Array("0123456789ABCDEF".utf8)

  /// Appends the text's UTF-8, with all but 0x20–0x24 and 0x26–0x7E written as `%XX`.
  package static func encode(_ text: String, into output: inout [UInt8]) {
    for byte in text.utf8 {
      if byte >= 0x20, byte <= 0x7E, byte != UInt8(ascii: "%") {
        output.append(byte)
      } else {
        output.append(UInt8(ascii: "%"))
        output.append(digits[Int(byte >> 4)])
        output.append(digits[Int(byte & 0xF)])
      }
    }
  }

  /// The text that was encoded. Never fails: a `%` without two digits stays as it is, and what is
  /// not UTF-8 becomes U+FFFD.
  package static func decode(_ value: Span<UInt8>) -> String {
    String(decoding: bytes(value, plusIsBlank: false), as: UTF8.self)
  }

  /// The bytes that were encoded; a `%` without two digits stays as it is.
  ///
  /// - Parameter plusIsBlank: Whether `+` stands for a blank, as in what forms send.
  package static func bytes(_ value: Span<UInt8>, plusIsBlank: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(value.count)
    var index = 0
    while index < value.count {
      if value[index] == UInt8(ascii: "%"), index + 2 < value.count,
        let high = digit(value[index + 1]), let low = digit(value[index + 2])
      {
        bytes.append(high << 4 | low)
        index += 3
      } else {
        let isBlank = plusIsBlank && value[index] == UInt8(ascii: "+")
        bytes.append(isBlank ? UInt8(ascii: " ") : value[index])
        index += 1
      }
    }
    return bytes
  }

  private static func digit(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
