// SPDX-License-Identifier: Apache-2.0

/// The encoding that leaves most of a text legible (RFC 2045, 6.7).
enum QuotedPrintable {
  /// The most characters of a line, its soft break included.
  private static let line = 76

  /// The text in ASCII, with CRLF for each line feed.
  ///
  /// Encoded as well is what mail programs of old take for their own at the start of a line: a dot,
  /// and `From `.
  static func encoded(_ text: String) -> String {
    var output: [UInt8] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if index > 0 { output += [0x0D, 0x0A] }
      append(Array(line.utf8), to: &output)
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func append(_ bytes: [UInt8], to output: inout [UInt8]) {
    var column = 0
    for index in bytes.indices {
      let isLast = index == bytes.count - 1
      // The last character of a line may stand where a soft break would.
      let room = isLast ? line : line - 1
      if column + (isPlain(bytes, index, column) ? 1 : 3) > room {
        output += "=\r\n".utf8
        column = 0
      }
      if isPlain(bytes, index, column) {
        output.append(bytes[index])
        column += 1
      } else {
        appendEscape(bytes[index], to: &output)
        column += 3
      }
    }
  }

  /// Whether a byte of a line stands for itself in a column.
  private static func isPlain(_ bytes: [UInt8], _ index: Int, _ column: Int) -> Bool {
    switch bytes[index] {
    case UInt8(ascii: "="): false
    case 0x20: index < bytes.count - 1
    case UInt8(ascii: "."): column > 0
    case UInt8(ascii: "F"): column > 0 || !bytes[index...].starts(with: "From ".utf8)
    default: (0x21...0x7E).contains(bytes[index])
    }
  }

  /// `=` and two hexadecimal digits.
  static func appendEscape(_ byte: UInt8, to output: inout [UInt8]) {
    let digits = Array("0123456789ABCDEF".utf8)
    output += [UInt8(ascii: "="), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }
}
