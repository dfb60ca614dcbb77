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
    let graphemes = Array(text)
    func cut(_ count: Int) -> String { trimmed(graphemes[..<count]) + "…" }
    var low = 0  // fits, or is nothing
    var high = min(graphemes.count, most + 1)  // does not fit
    while high - low > 1 {
      let middle = (low + high) / 2
      if fits(cut(middle)) { low = middle } else { high = middle }
    }
    guard low > 0 else { return nil }
    return cut(wordEnd(in: graphemes, atMost: low))
  }

  /// Where to end a piece of at most so many graphemes: at a word's end where there is one near.
  static func wordEnd(in graphemes: [Character], atMost count: Int) -> Int {
    let nearest = max(1, count - longestWord)
    var end = count
    while end > nearest, !isWordEnd(graphemes, end) { end -= 1 }
    return isWordEnd(graphemes, end) ? end : count
  }

  /// Whether a word, or a character of a script without spaces, ends at an offset.
  private static func isWordEnd(_ graphemes: [Character], _ offset: Int) -> Bool {
    guard graphemes.indices.contains(offset) else { return true }
    return graphemes[offset].isWhitespace
      || Wrapping.canBreak(between: graphemes[offset - 1], and: graphemes[offset])
  }

  private static func trimmed(_ graphemes: ArraySlice<Character>) -> String {
    var kept = graphemes
    while let last = kept.last, last.isWhitespace || dangling.contains(last) { kept.removeLast() }
    return String(kept.isEmpty ? graphemes : kept)
  }

  /// Longer words are cut inside.
  private static let longestWord = 40
  private static let dangling = Set(",;:.…-–—、，；：。·(（[{“„«‹「『‘¿¡")
}
