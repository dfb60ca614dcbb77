// SPDX-License-Identifier: Apache-2.0

/// Texts in the headers of an email (RFC 2047).
enum EncodedWords {
  /// The most characters of a line.
  private static let line = 76
  private static let opening = "=?utf-8?Q?"
  private static let closing = "?="

  /// The text as the value of a header, in ASCII: as it is where it can be, else in encoded words,
  /// on as many lines as it takes. No word ends within a character.
  /// - Parameter used: What the header's name takes of the first line.
  static func header(_ text: String, after used: Int) -> String {
    if isPlain(text, room: line - used) { return text }
    var words: [[UInt8]] = []
    var word: [UInt8] = []
    var room = line - used - opening.utf8.count - closing.utf8.count
    for scalar in text.unicodeScalars {
      let encoded = encoded(scalar)
      if word.count + encoded.count > room {
        words.append(word)
        word = []
        room = line - 1 - opening.utf8.count - closing.utf8.count
      }
      word += encoded
    }
    words.append(word)
    return words.map { opening + String(decoding: $0, as: UTF8.self) + closing }
      .joined(separator: "\r\n ")
  }

  private static func isPlain(_ text: String, room: Int) -> Bool {
    text.utf8.count <= room && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
      && text.utf8.first != 0x20 && text.utf8.last != 0x20
      && Array(text.utf8).ranges(of: Array("=?".utf8)).isEmpty
  }

  private static func encoded(_ scalar: Unicode.Scalar) -> [UInt8] {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9": return [UInt8(truncatingIfNeeded: scalar.value)]
    case " ": return [UInt8(ascii: "_")]
    default:
      var output: [UInt8] = []
      for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
        QuotedPrintable.appendEscape(byte, to: &output)
      }
      return output
    }
  }
}
