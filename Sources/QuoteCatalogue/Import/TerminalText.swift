// SPDX-License-Identifier: Apache-2.0

internal import QuoteText

/// Turns text that was made for a terminal or a printer into plain text.
enum TerminalText {
  /// Takes out colour codes and bells, and does what backspaces would do.
  ///
  /// `_`, backspace, `x` underlines and `x`, backspace, `x` prints bold: both become `x`. A letter
  /// and an accent over it become one character (`o`, backspace, `"` = `ö`), and whatever else is
  /// overwritten is gone.
  static func plain(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x1B || $0 == 0x07 || $0 == 0x08 || $0 == 0xC2 })
    else { return text }
    return overstruck(withoutEscapes(text))
  }

  /// Puts spaces for tabulators, which stand every eight columns, and takes off the indentation
  /// that all lines share.
  static func expandingTabs(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(expanded)
    let indentation = lines.lazy.filter { $0.contains { $0 != " " } }
      .map { $0.prefix { $0 == " " }.count }.min()
    return lines.map { String($0.dropFirst(min(indentation ?? 0, $0.prefix { $0 == " " }.count))) }
      .joined(separator: "\n")
  }

  private static func expanded(_ line: Substring) -> String {
    guard line.utf8.contains(0x09) else { return String(line) }
    var output = ""
    var columns = 0
    for character in line {
      if character == "\t" {
        let width = 8 - columns % 8
        output += String(repeating: " ", count: width)
        columns += width
      } else {
        output.append(character)
        columns += DisplayWidth.of(character)
      }
    }
    return output
  }

  /// Drops the escape sequences of ECMA-48: `ESC [ … letter`, `ESC ] … BEL`, `ESC` and one more.
  private static func withoutEscapes(_ text: String) -> String {
    var output = String.UnicodeScalarView()
    var scalars = text.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      switch scalar {
      case "\u{7}": break
      case "\u{9B}": skipControlSequence(&scalars)
      case "\u{1B}":
        switch scalars.next() {
        case "[": skipControlSequence(&scalars)
        case "]": while let next = scalars.next(), next != "\u{7}", next != "\\" {}
        default: break
        }
      default: output.append(scalar)
      }
    }
    return String(output)
  }

  private static func skipControlSequence(_ scalars: inout String.UnicodeScalarView.Iterator) {
    while let next = scalars.next(), !(0x40...0x7E).contains(next.value) {}
  }

  private static func overstruck(_ text: String) -> String {
    guard text.utf8.contains(0x08) else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var cells: [Character] = []
      var column = 0
      for character in line {
        if character == "\u{8}" {
          column = max(0, column - 1)
        } else {
          if column < cells.count {
            cells[column] = overprint(cells[column], character)
          } else {
            cells.append(character)
          }
          column += 1
        }
      }
      return String(cells)
    }.joined(separator: "\n")
  }

  /// What is seen where one character is printed over another.
  private static func overprint(_ old: Character, _ new: Character) -> Character {
    if new == "_" || new == " " { return old }
    for (letter, mark) in [(old, new), (new, old)] {
      if letter.isLetter, let accent = accents[mark] {
        return Character(NFC.normalize(String(letter) + String(accent)))
      }
    }
    return new
  }

  private static let accents: [Character: Unicode.Scalar] = [
    "\"": "\u{308}", "'": "\u{301}", "`": "\u{300}", "^": "\u{302}", "~": "\u{303}", ",": "\u{327}",
  ]
}
