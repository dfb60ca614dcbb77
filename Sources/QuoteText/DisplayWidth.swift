// SPDX-License-Identifier: Apache-2.0

internal import CUTF8Proc

/// Counts the columns that text takes on a terminal or a display of fixed width.
package enum DisplayWidth {
  /// The columns of one grapheme: 0 for control characters and lone marks, 2 for East Asian wide
  /// and full-width characters and for emoji in any sequence, 1 for most others.
  ///
  /// A grapheme with several letters, as in Devanagari or Thai, takes the sum of theirs, as
  /// terminals do. Characters of ambiguous width take 1.
  package static func of(_ grapheme: Character) -> Int {
    if let ascii = grapheme.asciiValue, grapheme.utf8.count == 1 {
      return (0x20...0x7E).contains(ascii) ? 1 : 0
    }
    let scalars = grapheme.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if isEmoji(scalars, first: first) { return 2 }
    return scalars.reduce(0) { $0 + of($1) }
  }

  /// The columns of a text on one line; line breaks count 0.
  package static func of(_ text: some StringProtocol) -> Int {
    var columns = 0
    for scalar in text.unicodeScalars {
      guard Graphemes.standsAlone(scalar.value) else { return text.reduce(0) { $0 + of($1) } }
      columns += of(scalar)
    }
    return columns
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    if (0x20...0x7E).contains(scalar.value) { return 1 }
    return isJoiningJamo(scalar) ? 0 : Int(utf8proc_charwidth(Int32(bitPattern: scalar.value)))
  }

  /// Whether a letter of Hangul stands within the block that its first letter opened.
  private static func isJoiningJamo(_ scalar: Unicode.Scalar) -> Bool {
    (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FB).contains(scalar.value)
  }

  private static func isEmoji(
    _ scalars: Character.UnicodeScalarView, first: Unicode.Scalar
  ) -> Bool {
    let properties = first.properties
    guard properties.isEmoji || isRegionalIndicator(first) else { return false }
    guard let second = scalars.dropFirst().first else {
      // Half a flag is drawn as a letter in a box, which is as wide as the flag.
      return properties.isEmojiPresentation || isRegionalIndicator(first)
    }
    switch second.value {
    case 0xFE0E: return false  // Asks for text.
    case 0xFE0F, 0x20E3: return true  // Asks for an emoji, or for a keycap.
    default:
      return properties.isEmojiPresentation || isRegionalIndicator(first)
        || second.properties.isEmojiModifier || second.value == 0x200D
    }
  }

  private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar.value)
  }
}
