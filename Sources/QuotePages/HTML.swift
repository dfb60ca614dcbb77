// SPDX-License-Identifier: Apache-2.0

/// Markup that is safe to send: what is written in the program, and texts from elsewhere, which are
/// escaped where they are put in.
///
/// A literal is markup. `"<p title=\"\(title)\">\(text)</p>"` escapes both texts so that each stays
/// within its element or within its attribute, whose quotation marks are double ones; other places,
/// such as a script or a name of an attribute, take no texts.
package struct HTML: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// The markup.
  package private(set) var text: String

  package init(stringLiteral value: String) { text = value }
  package init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  /// Markup that comes from a file of the program.
  init(ofProgram text: String) { self.text = text }

  /// Puts pieces of markup one after the other.
  ///
  /// It is no `joined()`, of which texts have one too: a closure could take that for what is meant.
  init(joining parts: [HTML]) { text = parts.map(\.text).joined() }

  /// Appends markup.
  static func += (left: inout HTML, right: HTML) { left.text += right.text }

  /// How a literal with texts in it is put together.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + interpolationCount * 32)
    }

    package mutating func appendLiteral(_ literal: String) { text += literal }
    package mutating func appendInterpolation(_ markup: HTML) { text += markup.text }
    package mutating func appendInterpolation(_ number: Int) { text += "\(number)" }
    package mutating func appendInterpolation(_ value: String) {
      value.unicodeScalars.forEach { appendEscaped($0) }
    }

    private mutating func appendEscaped(_ scalar: Unicode.Scalar) {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "'": text += "&#39;"
      case "\t", "\n": text.unicodeScalars.append(scalar)
      // HTML has no place for other control characters, not even as references.
      case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}": text += "\u{FFFD}"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
