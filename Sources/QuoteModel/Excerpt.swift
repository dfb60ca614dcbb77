// SPDX-License-Identifier: Apache-2.0

/// A caller's text as an error message quotes it: enough to recognise it by, on one line, in
/// quotation marks, and harmless to a terminal.
package struct Excerpt: CustomStringConvertible {
  /// The excerpt, such as `"2026-2-28"`.
  package let description: String

  /// Takes the first 40 characters of a text.
  package init(_ text: String) {
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(Self.length) {
      let isPrinted: Bool
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: isPrinted = false
      default: isPrinted = true
      }
      shown.append(isPrinted ? scalar : "?")
    }
    let isCut = !text.unicodeScalars.dropFirst(Self.length).isEmpty
    description = "\"\(String(shown))\(isCut ? "…" : "")\""
  }

  private static let length = 40
}
