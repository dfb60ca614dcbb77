// SPDX-License-Identifier: Apache-2.0

internal import QuoteTerminal
internal import QuoteText

/// Lays text out on rows of a terminal, by columns.
enum ScreenText {
  /// The text on one row of exactly so many columns: cut between graphemes, with an ellipsis, where
  /// it is longer. What is written from right to left stands at the right.
  static func fitted(_ text: String, _ columns: Int) -> String {
    guard columns > 0 else { return "" }
    var cut = text
    if DisplayWidth.of(text) > columns {
      var used = 0
      let kept = text.prefix { grapheme in
        used += DisplayWidth.of(grapheme)
        return used <= columns - 1
      }
      cut = kept + "…"
    }
    let blanks = String(repeating: " ", count: max(0, columns - DisplayWidth.of(cut)))
    return TextDirection.base(of: text) == .rightToLeft ? blanks + cut : cut + blanks
  }

  /// The text on as many rows as it needs, each of exactly so many columns.
  static func paragraph(_ text: String, _ columns: Int) -> [String] {
    let columns = max(1, columns)
    let isRightToLeft = TextDirection.base(of: text) == .rightToLeft
    return Wrapping.lines(of: text, width: columns).map { line in
      let blanks = String(repeating: " ", count: max(0, columns - DisplayWidth.of(line)))
      return isRightToLeft ? blanks + line : line + blanks
    }
  }

  /// The text on so many rows at most, with an ellipsis where there is more.
  static func paragraph(_ text: String, _ columns: Int, mostRows: Int) -> [String] {
    let rows = paragraph(text, columns)
    guard rows.count > mostRows, mostRows > 0 else { return Array(rows.prefix(max(0, mostRows))) }
    let isRightToLeft = TextDirection.base(of: text) == .rightToLeft
    let last = rows[mostRows - 1]
    let words = isRightToLeft ? String(last.drop { $0 == " " }) : last.trimmingBlanks
    // An ellipsis needs a column, and the row may be full.
    var kept = words[...]
    while DisplayWidth.of(kept) > columns - 1, !kept.isEmpty { kept.removeLast() }
    let ended = kept + "…"
    let blanks = String(repeating: " ", count: max(0, columns - DisplayWidth.of(ended)))
    return rows.prefix(mostRows - 1) + [isRightToLeft ? blanks + ended : ended + blanks]
  }

  /// Two texts on one row, at its beginning and at its end; the first one is cut where they meet.
  static func row(_ left: String, _ right: String, _ columns: Int) -> String {
    let rightColumns = DisplayWidth.of(right)
    guard rightColumns + 4 <= columns else { return fitted(left, columns) }
    return fitted(left, columns - rightColumns - 1) + " " + right
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
