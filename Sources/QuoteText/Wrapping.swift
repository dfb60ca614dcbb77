// SPDX-License-Identifier: Apache-2.0

/// Breaks text into lines of a width in columns.
package enum Wrapping {
  /// Returns the lines, without line breaks and without blanks at their ends.
  ///
  /// Line breaks of the text and the indentation of its lines stay. A line breaks at white space
  /// that allows it, after a hyphen or a dash, and between ideographs and kana, except before their
  /// closing and after their opening punctuation; a word wider than a line is broken between
  /// graphemes. A grapheme that is wider than the line stands on a line of its own.
  /// - Parameter width: The columns of a line, from 1 on.
  package static func lines(of text: String, width: Int) -> [String] {
    precondition(width > 0, "A line has one column at least.")
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .flatMap { wrap($0, width: width) }
  }

  private static func wrap(_ paragraph: Substring, width: Int) -> [String] {
    if paragraph.utf8.count <= width, paragraph.utf8.allSatisfy({ $0 < 0x80 }) {
      return [trimmingEnd(paragraph)]
    }
    var lines: [String] = []
    var start = paragraph.startIndex  // of the line
    var lastBreak: String.Index?  // where the line may end
    var used = 0
    var index = start
    var previous: Character?
    while index < paragraph.endIndex {
      let grapheme = paragraph[index]
      if let previous, index > start, canBreak(between: previous, and: grapheme) {
        lastBreak = index
      }
      let columns = DisplayWidth.of(grapheme)
      // Blanks may hang over the end, where they are dropped.
      if used + columns > width, index > start, !isBlank(grapheme) {
        let end = lastBreak.flatMap { hasWords(paragraph[start..<$0]) ? $0 : nil } ?? index
        lines.append(trimmingEnd(paragraph[start..<end]))
        start = end
        used = DisplayWidth.of(paragraph[start..<index])
        lastBreak = nil
      }
      used += columns
      previous = grapheme
      index = paragraph.index(after: index)
    }
    lines.append(trimmingEnd(paragraph[start...]))
    return lines
  }

  /// Whether a line may end between two graphemes; where there are blanks, it may after the last.
  package static func canBreak(between left: Character, and right: Character) -> Bool {
    if isBlank(right) { return false }  // A break comes after the blanks.
    if isBlank(left) || left == "\u{200B}" { return true }
    if hyphens.contains(left) { return right.isLetter }
    if right == "\u{2060}" || left == "\u{2060}" { return false }
    guard isIdeographic(left) || isIdeographic(right) else { return false }
    return !neverAtStart.contains(right) && !neverAtEnd.contains(left)
  }

  private static func hasWords(_ line: Substring) -> Bool { !line.allSatisfy(isBlank) }

  /// Whether a grapheme is white space that a line may break at.
  private static func isBlank(_ grapheme: Character) -> Bool {
    grapheme.isWhitespace && !"\u{A0}\u{2007}\u{202F}".contains(grapheme)
  }

  private static func isIdeographic(_ grapheme: Character) -> Bool {
    guard let scalar = grapheme.unicodeScalars.first else { return false }
    switch scalar.value {
    case 0x2E80...0x303F, 0x3040...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xF900...0xFAFF, 0xFF01...0xFF60, 0x20000...0x3FFFD:
      return true
    default: return false
    }
  }

  private static func trimmingEnd(_ line: Substring) -> String {
    var line = line
    while let last = line.last, isBlank(last) { line.removeLast() }
    return String(line)
  }

  private static let hyphens: Set<Character> = ["-", "\u{2010}", "\u{2013}", "\u{2014}"]
  private static let neverAtStart: Set<Character> = Set(
    "、。，．・：；？！」』）］｝〕〉》】〗〙…ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ"
      + ",.:;?!)]}%’”»›")
  private static let neverAtEnd: Set<Character> = Set("「『（［｛〔〈《【〖〘([{‘“«‹")
}
