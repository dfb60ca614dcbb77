// SPDX-License-Identifier: Apache-2.0

internal import QuoteText

/// Cuts text where it hurts least.
enum Truncation {
  /// The longest beginning of a text, with `…` after it, that fits; nil where not even one grapheme
  /// does. The text as a whole must not fit.
  ///
  /// The cut is at a word where one ends not far before, and always between graphemes; commas,
  /// dashes and the like that would stand before the `…` go.
  /// - Parameters:
  ///   - most: A number of graphemes of the text that surely suffices.
  ///   - fits: Must say no to anything longer than what it says no to.
  static func longest(_ text: String, atMost most: Int, fits: (String) -> Bool) -> String? {
    // The end of each beginning, by its number of graphemes.
    let ends = Array(text.indices.prefix(most + 2))
    func cut(_ count: Int) -> String { trimmed(text[..<ends[count]]) + "…" }
    var low = 0  // fits, or is nothing
    var high = ends.count  // does not fit
    while high - low > 1 {
      let middle = (low + high) / 2
      if fits(cut(middle)) { low = middle } else { high = middle }
    }
    guard low > 0 else { return nil }
    return trimmed(text[..<wordEnd(in: text[...], atMost: ends[low])]) + "…"
  }

  /// Where to end a piece that may go on to `limit`, which is behind its start: at a word's end
  /// where there is one near.
  static func wordEnd(in text: Substring, atMost limit: String.Index) -> String.Index {
    var end = limit
    for _ in 0..<longestWord {
      if isWordEnd(text, end) { return end }
      guard end > text.startIndex else { break }
      end = text.index(before: end)
    }
    return limit
  }

  /// Whether a word, or a character of a script without spaces, ends at a place.
  private static func isWordEnd(_ text: Substring, _ place: String.Index) -> Bool {
    guard place < text.endIndex else { return true }
    guard place > text.startIndex else { return false }
    return text[place].isWhitespace
      || Wrapping.canBreak(between: text[text.index(before: place)], and: text[place])
  }

  private static func trimmed(_ text: Substring) -> String {
    var kept = text
    while let last = kept.last, last.isWhitespace || dangling.contains(last) { kept.removeLast() }
    return String(kept.isEmpty ? text : kept)
  }

  /// Longer words are cut inside.
  private static let longestWord = 40
  private static let dangling = Set(",;:.…-–—、，；：。·(（[{“„«‹「『‘¿¡")
}
