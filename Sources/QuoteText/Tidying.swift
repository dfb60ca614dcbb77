// SPDX-License-Identifier: Apache-2.0

/// Takes the accidents of typing and of file formats out of a text.
package enum Tidying {
  /// Returns the text in NFC, with line feeds for every kind of line break, spaces for tabulators,
  /// no byte order mark, no blanks at the ends of lines, and no white space around it all.
  ///
  /// What is left to refuse is what `TextInspection` finds. Tidying twice is the same as once.
  package static func tidy(_ text: String) -> String {
    NFC.normalize(isTidy(text) ? text : retyped(text))
  }

  /// Whether a text surely has nothing to change but its normalization.
  private static func isTidy(_ text: String) -> Bool {
    var previous: UInt8 = 0x0A
    for byte in text.utf8 {
      switch byte {
      case 0x09, 0x0B...0x0D, 0xC2, 0xE1, 0xE2, 0xE3, 0xEF: return false  // May begin white space.
      case 0x0A where previous == 0x20: return false
      default: break
      }
      previous = byte
    }
    let first = text.utf8.first
    return first != 0x20 && first != 0x0A && previous != 0x20 && (previous != 0x0A || first == nil)
  }

  private static func retyped(_ text: String) -> String {
    var lines: [String.UnicodeScalarView] = [.init()]
    var previous: Unicode.Scalar = "\0"
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n" where previous == "\r": break  // The second half of one line break.
      case "\n", "\r", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}":
        lines.append(.init())
      case "\t": lines[lines.count - 1].append(" ")
      case "\u{FEFF}": break
      default: lines[lines.count - 1].append(scalar)
      }
      previous = scalar
    }
    for index in lines.indices {
      while let last = lines[index].last, last.properties.isWhitespace { lines[index].removeLast() }
    }
    let words = lines.drop(while: \.isEmpty)
    let end = words.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? words.startIndex
    let kept = words[..<end].map { String($0) }.joined(separator: "\n")
    return String(kept.unicodeScalars.drop { $0.properties.isWhitespace })
  }
}
