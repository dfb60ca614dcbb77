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

  /// The first of some names, and how many there are beside them: a message of an error has to fit
  /// into the headers that a client takes.
  package static func list(_ names: [String]) -> String {
    let shown = names.prefix(listed).joined(separator: ", ")
    return names.count > listed ? "\(shown) and \(names.count - listed) more" : shown
  }

  private static let length = 40
  private static let listed = 12
}
