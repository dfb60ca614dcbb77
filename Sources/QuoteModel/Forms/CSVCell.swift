// SPDX-License-Identifier: Apache-2.0

/// One cell of comma-separated values (RFC 4180), as text that a spreadsheet won't run.
package enum CSVCell {
  /// The cell as it is written: in quotation marks where it holds a comma, one of them or a line
  /// break.
  package static func quoted(_ text: String) -> String {
    guard text.utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) else { return text }
    // By scalars: a mark with an accent over it is one character, and no quotation mark to Swift.
    var output = String.UnicodeScalarView()
    output.append("\"")
    for scalar in text.unicodeScalars {
      if scalar == "\"" { output.append(scalar) }
      output.append(scalar)
    }
    output.append("\"")
    return String(output)
  }

  /// The text with an apostrophe before it where a spreadsheet would take it for a formula, which
  /// can read other cells and call out.
  ///
  /// One that begins with apostrophes and such a character gets one more, so that `unguarded` gives
  /// back what was guarded, whatever it is.
  package static func guarded(_ text: String) -> String {
    isFormula(behindApostrophes: text) ? "'" + text : text
  }

  /// The text that was guarded.
  package static func unguarded(_ text: String) -> String {
    text.unicodeScalars.first == "'" && isFormula(behindApostrophes: text)
      ? String(text.unicodeScalars.dropFirst()) : text
  }

  private static func isFormula(behindApostrophes text: String) -> Bool {
    guard let first = text.unicodeScalars.first(where: { $0 != "'" }) else { return false }
    return "=+-@\t\r＝＋－＠".unicodeScalars.contains(first)
  }
}
