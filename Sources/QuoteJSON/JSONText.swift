// SPDX-License-Identifier: Apache-2.0

/// Writes JSON (RFC 8259).
package enum JSONText {
  /// Appends a text in quotation marks.
  ///
  /// Escaped is what must be, and what harms a terminal or hides in an editor: DELETE, C1, the
  /// separators that end a line, and what turns the direction of writing.
  package static func append(_ text: String, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    if text.utf8.allSatisfy(isPlain) {
      output += text.utf8
    } else {
      for scalar in text.unicodeScalars { append(scalar, to: &output) }
    }
    output.append(UInt8(ascii: "\""))
  }

  /// Whether a byte of UTF-8 neither needs an escape nor begins a character that gets one.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case ..<0x20, 0x22, 0x5C, 0x7F, 0xC2, 0xE2, 0xEF: false
    default: true
    }
  }

  private static func append(_ scalar: Unicode.Scalar, to output: inout [UInt8]) {
    switch scalar {
    case "\"": output += "\\\"".utf8
    case "\\": output += "\\\\".utf8
    case "\n": output += "\\n".utf8
    case "\r": output += "\\r".utf8
    case "\t": output += "\\t".utf8
    default:
      switch scalar.value {
      case 0x20..<0x7F: output.append(UInt8(truncatingIfNeeded: scalar.value))
      case ..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
        let digits = String(scalar.value, radix: 16)
        output += "\\u".utf8
        output += String(repeating: "0", count: 4 - digits.utf8.count).utf8
        output += digits.utf8
      default: output += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      }
    }
  }
}
