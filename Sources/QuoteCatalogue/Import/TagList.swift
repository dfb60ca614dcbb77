// SPDX-License-Identifier: Apache-2.0

/// Several tags in one text, as a cell of CSV holds them.
///
/// They are parted by `;`, or else by `|`, or else by `,`: by the first of these that is there. A
/// backslash makes a separator, or another backslash, part of a tag.
enum TagList {
  /// The text of some tags.
  static func text(of tags: [String]) -> String {
    tags.map { tag in
      var text = ""
      for character in tag {
        if character == "\\" || separators.contains(character) { text.append("\\") }
        text.append(character)
      }
      return text
    }.joined(separator: ";")
  }

  /// The tags of a text; empty ones are left out.
  static func tags(in text: String) -> [String] {
    for separator in separators {
      let parts = parts(of: text, by: separator)
      if parts.count > 1 || separator == separators.last { return parts.filter { !$0.isEmpty } }
    }
    return []
  }

  private static let separators: [Character] = [";", "|", ","]

  private static func parts(of text: String, by separator: Character) -> [String] {
    var parts = [""]
    var isEscaped = false
    for character in text {
      if isEscaped {
        if character != "\\", !separators.contains(character) { parts[parts.count - 1] += "\\" }
        parts[parts.count - 1].append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == separator {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    if isEscaped { parts[parts.count - 1] += "\\" }
    return parts
  }
}
