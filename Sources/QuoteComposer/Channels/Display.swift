// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteText

/// A grid of characters: an e-ink or LED display, or a terminal.
///
/// The text has one line for each row, at most as wide as the grid, where a wide character takes two
/// columns; it wraps at words. The attribution stands on the last row: with its source where one row
/// takes both, else the creator alone, on as many rows as that takes. A display of one row has all
/// on it. The limit is the grid's rows; a caller's is how many of them to use. Parts are screens.
/// Each character has a cell, so nothing is isolated; where the display has ASCII only, the text is
/// transliterated before it is measured.
struct Display {
  /// The columns and the rows that a grid may have.
  static let sides: ClosedRange<Int32> = 1...1_000
  private static let unit = "rows"

  private let draft: Draft
  private let columns: Int
  private let rows: Int
  private let isASCII: Bool

  static func message(
    _ draft: Draft, _ fitting: Fitting, _ grid: DisplayGrid?
  ) throws(ComposerError) -> Message {
    let grid = grid ?? DisplayGrid()
    guard sides.contains(grid.columns), sides.contains(grid.rows) else {
      throw .badGrid(columns: grid.columns, rows: grid.rows)
    }
    let rows = fitting.limit > 0 ? min(fitting.limit, Int(grid.rows)) : Int(grid.rows)
    let display = Display(
      draft: draft.withoutIsolates(), columns: Int(grid.columns), rows: rows, isASCII: grid.ascii)
    return try display.message(fitting.overflow)
  }

  private func message(_ overflow: Fitting.Overflow) throws(ComposerError) -> Message {
    var message = Message()
    var screen = screen(draft.body)
    message.text = filled(screen)
    if screen.rows > rows {
      switch overflow {
      case .fail: throw .overLimit(used: screen.rows, limit: rows, unit: Self.unit)
      case .truncate:
        screen = try truncated()
        message.text = filled(screen)
        message.truncated = true
      case .split: message.parts = try pages().map(filled)
      }
    }
    try check(screen)
    message.length = MessageLength(used: screen.rows, limit: rows, unit: Self.unit)
    return message
  }

  /// The lines of a display, from above and from below.
  private struct Screen {
    var above: [String] = []
    var below: [String] = []

    var rows: Int { above.count + below.count }
  }

  /// The whole message, with so much of the quote's body.
  private func screen(_ body: String) -> Screen {
    guard rows > 1 else {
      let texts = [draft.note, draft.quotation(body), draft.shortAttribution]
      return Screen(
        above: lines(Draft.oneLine(texts.filter { !$0.isEmpty }.joined(separator: " "))))
    }
    return Screen(above: note + lines(draft.quotation(body)), below: attribution)
  }

  private var note: [String] { draft.note.isEmpty ? [] : lines(draft.note) }

  private var attribution: [String] {
    guard !draft.attributionLine.isEmpty else { return [] }
    let whole = lines(draft.attributionLine)
    return whole.count == 1 ? whole : lines(draft.shortAttribution)
  }

  private func truncated() throws(ComposerError) -> Screen {
    let body = Truncation.longest(draft.body, atMost: columns * rows) {
      screen($0).rows <= rows
    }
    guard let body else {
      throw .tooFewRows(rows, needed: screen(draft.body.prefix(1) + "…").rows)
    }
    return screen(body)
  }

  /// The whole message, screen by screen.
  private func pages() throws(ComposerError) -> [Screen] {
    let below = attribution
    guard below.count <= rows else { throw .tooFewRows(rows, needed: below.count) }
    var rest = (note + lines(draft.quotation(draft.body)))[...]
    var pages: [Screen] = []
    while !rest.isEmpty {
      pages.append(Screen(above: Array(rest.prefix(rows))))
      rest = rest.dropFirst(rows)
      guard pages.count < PartLimits.most else {
        throw .tooManyParts(limit: rows, most: PartLimits.most)
      }
    }
    let last = pages.count - 1
    if pages[last].rows + below.count <= rows {
      pages[last].below = below
    } else {
      pages.append(Screen(below: below))
    }
    return pages
  }

  /// All rows of a screen, so that the last lines stand at the bottom; none below them.
  private func filled(_ screen: Screen) -> String {
    let between = screen.below.isEmpty ? 0 : max(0, rows - screen.rows)
    return (screen.above + Array(repeating: "", count: between) + screen.below)
      .joined(separator: "\n")
  }

  private func lines(_ text: String) -> [String] {
    let shown = isASCII ? Transliteration.ascii(text, language: draft.language) : text
    return Wrapping.lines(of: shown, width: columns)
  }

  private func check(_ screen: Screen) throws(ComposerError) {
    let widest = (screen.above + screen.below).map { DisplayWidth.of($0) }.max() ?? 0
    guard widest <= columns else { throw .tooFewColumns(columns, needed: widest) }
  }
}
