// SPDX-License-Identifier: Apache-2.0

/// Keeps a text from calling people, where a server looks for names in plain text by itself.
enum Mentions {
  /// The text with a word joiner (U+2060), which nobody sees, after each `@` that a name or a group
  /// might follow.
  ///
  /// An `@` within a word is left alone: no server takes `someone@example.org` for a call.
  static func defused(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x40 || $0 == 0xEF }) else { return text }
    var output = String.UnicodeScalarView()
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      output.append(scalar)
      if signs.contains(scalar), !isWord(previous) { output.append("\u{2060}") }
      previous = scalar
    }
    return String(output)
  }

  /// The sign and its full-width form.
  private static let signs: Set<Unicode.Scalar> = ["@", "\u{FF20}"]

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_": true
    default: false
    }
  }
}
