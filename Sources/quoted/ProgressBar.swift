// SPDX-License-Identifier: Apache-2.0

internal import QuoteSystem

/// A line at the bottom of a terminal that shows how far long work has come; nothing elsewhere.
struct ProgressBar {
  private let label: String
  private let total: Int
  private let isShown: Bool
  private var hasLine = false

  /// Creates the bar of a work of so many units, 0 where that is not known, on the standard error.
  init(label: String, total: Int) {
    self.label = label
    self.total = total
    isShown = StandardStream.error.isTerminal
  }

  /// Shows that so many units are done.
  mutating func show(_ done: Int, note: String) throws(SystemError) {
    guard isShown else { return }
    hasLine = true
    guard total > 0 else {
      try StandardStream.error.write("\r\u{1B}[K\(label)  \(note)")
      return
    }
    let width = 30
    let filled = min(width, width * done / total)
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
    let percent = min(100, 100 * done / total)
    try StandardStream.error.write("\r\u{1B}[K\(label) [\(bar)] \(percent) %  \(note)")
  }

  /// Takes the line away, so that something else can be written.
  mutating func clear() throws(SystemError) {
    guard hasLine else { return }
    try StandardStream.error.write("\r\u{1B}[K")
    hasLine = false
  }
}
