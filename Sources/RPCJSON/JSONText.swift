// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

/// Writes the texts of JSON (RFC 8259, section 7).
package enum JSONText {
  private static let digits = Array("0123456789abcdef".utf8)

  /// Appends a text, which is UTF-8, in quotation marks. What must be escaped is, and DELETE, which
  /// terminals act on.
  package static func append(_ text: Span<UInt8>, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    var start = 0
    for index in text.indices where needsEscape(text[index]) {
      output.append(copying: text.extracting(start..<index))
      appendEscape(of: text[index], to: &output)
      start = index + 1
    }
    output.append(copying: text.extracting(start...))
    output.append(UInt8(ascii: "\""))
  }

  /// A text in quotation marks.
  package static func quoted(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    var output: [UInt8] = []
    append(bytes.span, to: &output)
    return output
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
  }

  private static func appendEscape(of byte: UInt8, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\n"): output.append(UInt8(ascii: "n"))
    case UInt8(ascii: "\r"): output.append(UInt8(ascii: "r"))
    case UInt8(ascii: "\t"): output.append(UInt8(ascii: "t"))
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): output.append(byte)
    default:
      output += "u00".utf8
      output.append(digits[Int(byte >> 4)])
      output.append(digits[Int(byte & 0xF)])
    }
  }
}
