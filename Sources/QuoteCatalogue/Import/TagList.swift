// SPDX-License-Identifier: Apache-2.0

/// Several tags in one text, as a cell of CSV holds them.
///
/// They are parted by `;`, or else by `|`, or else by `,`: by the first of these that is there. A
/// backslash makes a separator, or another backslash, part of a tag.
package enum TagList {
  /// The text of some tags.
  package static func text(of tags: [String]) -> String {
    var text = String.UnicodeScalarView()
    for (index, tag) in tags.enumerated() {
      if index > 0 { text.append(";") }
      for scalar in tag.unicodeScalars {
        if scalar == "\\" || separators.contains(scalar) { text.append("\\") }
        text.append(scalar)
      }
    }
    return String(text)
  }

  /// The tags of a text; empty ones are left out.
  package static func tags(in text: String) -> [String] {
    for separator in separators {
      let parts = parts(of: text, by: separator)
      if parts.count > 1 || separator == separators.last { return parts.filter { !$0.isEmpty } }
    }
    return []
  }

  private static let separators: [Unicode.Scalar] = [";", "|", ","]

  /// By scalars: a separator with an accent over it, which the next tag may begin with, is another
  /// character to Swift.
  private static func parts(of text: String, by separator: Unicode.Scalar) -> [String] {
    var parts: [String] = []
    var part = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if isEscaped {
        if scalar != "\\", !separators.contains(scalar) { part.append("\\") }
        part.append(scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else if scalar == separator {
        parts.append(String(part))
        part.removeAll()
      } else {
        part.append(scalar)
      }
    }
    if isEscaped { part.append("\\") }
    return parts + [String(part)]
  }
}
