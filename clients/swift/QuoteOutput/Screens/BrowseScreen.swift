// SPDX-License-Identifier: Apache-2.0

package import QuoteBrowser
package import QuoteModel
package import QuoteTerminal

/// What `quote browse` shows and how it answers to keys: a value that does nothing itself.
///
/// A key returns what is to be done, and the caller does it; `page` says what the terminal shows.
package struct BrowseScreen {
  /// What a key asks for.
  package enum Effect: Hashable, Sendable {
    /// To turn the browser to a face.
    case show(QuoteFace)
    /// To turn its list to what some words find; empty = to all.
    case search(String)
    /// To hand the quote of this row to the browser's delegate.
    case pickRow(Int)
    /// To hand this quote to the browser's delegate.
    case pick(Quote)
    /// To ask for a message; the answer goes to `composed` with the same number.
    case compose(Quote, channel: String, number: Int)
    /// To put a text on the clipboard.
    case copy(String)
    /// To ask anew for what is shown.
    case refresh
    /// To end, and to print this on the terminal then; nil = nothing.
    case leave(printing: String?)
  }

  /// What keys go to.
  enum Mode: Hashable {
    case browsing
    case searching(String)
    case composing(MessageScreen)
  }

  /// The names of the channels that a message can be made for, in order.
  let channels: [String]
  var columns: Int
  var rows: Int
  var mode = Mode.browsing
  /// The face that a person chose; nil = the one that suits the size.
  var chosenFace: QuoteFace?
  /// The row of the list that is marked, and the first one that is shown.
  var marked = 0
  var first = 0
  /// The first line of the compact face that is shown.
  var scrolled = 0
  /// The channel of the last message, and how many were asked for.
  var lastChannel = 0
  var lastNumber = 0

  /// Begins on a terminal of a size.
  package init(columns: Int, rows: Int, channels: [String]) {
    (self.columns, self.rows, self.channels) = (columns, rows, channels)
  }

  /// The face that is up: the chosen one, or a table where there is room for one.
  package var face: QuoteFace { chosenFace ?? Self.face(columns: columns, rows: rows) }

  /// Begins with a face, whatever the size.
  package mutating func choose(_ face: QuoteFace) { chosenFace = face }

  /// The face that suits a size: a table takes 50 columns and 16 rows to be worth looking at.
  package static func face(columns: Int, rows: Int) -> QuoteFace {
    columns >= 50 && rows >= 16 ? .expanded : .compact
  }

  /// Takes another size in. Where it suits another face than before, that one comes up.
  package mutating func resize(columns: Int, rows: Int) -> [Effect] {
    let before = Self.face(columns: self.columns, rows: self.rows)
    (self.columns, self.rows) = (columns, rows)
    guard Self.face(columns: columns, rows: rows) != before else { return [] }
    chosenFace = nil
    scrolled = 0
    return [.show(face)]
  }

  /// Takes in that the list may have other rows than before.
  package mutating func follow(_ browser: QuoteBrowserModel) {
    guard let count = browser.list.count else { return }
    marked = max(0, min(marked, count - 1))
    keepMarkedInSight(count)
  }

  /// The rows of the list to have ready: those in sight, and a screen before and behind them.
  package var wantedRows: Range<Int> {
    max(0, first - entries)..<first + 2 * entries
  }

  /// How many rows of the list are in sight.
  var entries: Int { max(1, bodyRows / Self.entryRows) }

  /// Lines of the terminal that a row of the list takes: two of its text, one of its creator.
  static let entryRows = 3

  /// The lines between the heading and the foot, where there is room for these.
  var bodyRows: Int { max(1, rows - (rows >= 6 ? 2 : 0) - (rows >= 3 ? 1 : 0)) }

  mutating func keepMarkedInSight(_ count: Int) {
    first = max(0, min(first, count - entries))
    if marked < first { first = marked }
    if marked >= first + entries { first = marked - entries + 1 }
  }
}

extension BrowseScreen {
  /// Answers to a key.
  package mutating func press(_ key: TerminalKey, _ browser: QuoteBrowserModel) -> [Effect] {
    switch mode {
    case .browsing: browse(key, browser)
    case .searching(let words): search(key, words)
    case .composing(let message): compose(key, message)
    }
  }

  private mutating func browse(_ key: TerminalKey, _ browser: QuoteBrowserModel) -> [Effect] {
    switch key {
    case .character("q"): return [.leave(printing: nil)]
    case .character("/"):
      mode = .searching(browser.words)
    case .tab, .backTab:
      chosenFace = face == .compact ? .expanded : .compact
      return [.show(face)]
    case .character("r"): return [.refresh]
    case .escape where !browser.words.isEmpty:
      (marked, first) = (0, 0)
      return [.search("")]
    case .enter:
      if face == .expanded { return (browser.list.count ?? 0) > 0 ? [.pickRow(marked)] : [] }
      return browser.daily?.quote.map { $0.text.isEmpty ? [] : [.pick($0)] } ?? []
    default: move(key, browser)
    }
    return []
  }

  private mutating func move(_ key: TerminalKey, _ browser: QuoteBrowserModel) {
    guard face == .expanded else {
      scrolled = scrolled(scrolled, by: key, daily(browser).count)
      return
    }
    guard let count = browser.list.count, count > 0,
      let step = Self.step(key, page: entries)
    else { return }
    marked = max(0, min(count - 1, marked.addingReportingOverflow(step).partialValue))
    keepMarkedInSight(count)
  }

  /// The first line to be shown of so many, after a key.
  func scrolled(_ first: Int, by key: TerminalKey, _ count: Int) -> Int {
    let step = Self.step(key, page: max(1, bodyRows - 1)) ?? 0
    return max(0, min(count - bodyRows, first + step))
  }

  /// How far a key moves; nil where it doesn't.
  static func step(_ key: TerminalKey, page: Int) -> Int? {
    switch key {
    case .up, .character("k"): -1
    case .down, .character("j"): 1
    case .pageUp, .character("b"): -page
    case .pageDown, .character(" "): page
    case .home, .character("g"): -Int(Int32.max)
    case .end, .character("G"): Int(Int32.max)
    default: nil
    }
  }

  private mutating func search(_ key: TerminalKey, _ words: String) -> [Effect] {
    switch key {
    case .escape: mode = .browsing
    case .enter:
      mode = .browsing
      (marked, first) = (0, 0)
      chosenFace = .expanded
      return [.search(words), .show(.expanded)]
    case .backspace: mode = .searching(String(words.dropLast()))
    case .character(let scalar):
      // No query is longer by the contract, and no line so wide.
      guard words.utf8.count < 1_000 else { return [] }
      mode = .searching(words + String(scalar))
    default: break
    }
    return []
  }
}
