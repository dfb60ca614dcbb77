// SPDX-License-Identifier: Apache-2.0

/// A JSON value that is to be written; the members of an object keep their order.
package enum JSON: Sendable, Hashable {
  /// A text.
  case string(String)
  /// A whole number of at most 32 bits; longer ones travel as strings.
  case number(Int32)
  /// True or false.
  case bool(Bool)
  /// Values in order.
  case array([JSON])
  /// Names and values in order.
  case object([Member])

  /// A name and its value.
  package struct Member: Sendable, Hashable {
    /// The name.
    package let name: String
    /// The value.
    package let value: JSON

    /// Creates a member.
    package init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }

  /// The value on one line.
  package var line: String {
    var text = ""
    append(to: &text, indent: nil)
    return text
  }

  /// The value on many lines, two spaces a level.
  ///
  /// - Parameter level: The level that the value stands on itself.
  package func lines(level: Int = 0) -> String {
    var text = ""
    append(to: &text, indent: level)
    return text
  }

  private func append(to text: inout String, indent: Int?) {
    switch self {
    case .string(let string): Self.append(string, to: &text)
    case .number(let number): text += String(number)
    case .bool(let bool): text += bool ? "true" : "false"
    case .array(let values):
      Self.append(values, "[", "]", to: &text, indent: indent) { value, text, indent in
        value.append(to: &text, indent: indent)
      }
    case .object(let members):
      Self.append(members, "{", "}", to: &text, indent: indent) { member, text, indent in
        Self.append(member.name, to: &text)
        text += indent == nil ? ":" : ": "
        member.value.append(to: &text, indent: indent)
      }
    }
  }

  private static func append<Element>(
    _ elements: [Element], _ opening: String, _ closing: String,
    to text: inout String, indent: Int?, each: (Element, inout String, Int?) -> Void
  ) {
    text += opening
    let inner = indent.map { $0 + 1 }
    for (index, element) in elements.enumerated() {
      if index > 0 { text += "," }
      if let inner { text += "\n" + String(repeating: "  ", count: inner) }
      each(element, &text, inner)
    }
    if let indent, !elements.isEmpty { text += "\n" + String(repeating: "  ", count: indent) }
    text += closing
  }

  /// Appends a string, quoted (RFC 8259, section 7).
  ///
  /// Beyond what must be escaped, all that could harm a terminal is: DELETE, C1, and what turns the
  /// writing direction or ends a line.
  private static func append(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.harmsTerminals || (0x2066...0x2069).contains(scalar.value):
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
