// SPDX-License-Identifier: Apache-2.0

internal import QuoteText

/// What a page for a person may look like: how wide, and whether in colour.
package struct Style: Sendable, Hashable {
  /// Columns of a line; 20 at least, however narrow the terminal.
  package let width: Int
  /// Whether escape sequences may set text off.
  package let isColoured: Bool

  /// Creates a style.
  package init(width: Int, isColoured: Bool) {
    self.width = max(20, width)
    self.isColoured = isColoured
  }

  /// Sets what matters most off.
  func bold(_ text: String) -> String { wrapped(text, "1") }

  /// Sets off what matters least.
  func faint(_ text: String) -> String { wrapped(text, "2") }

  private func wrapped(_ text: String, _ code: String) -> String {
    isColoured && text.contains { $0 != " " } ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

extension String {
  /// The text with spaces after it, so that it takes so many columns.
  func padded(to columns: Int) -> String {
    self + String(repeating: " ", count: max(0, columns - DisplayWidth.of(self)))
  }
}
