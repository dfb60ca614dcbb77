// SPDX-License-Identifier: Apache-2.0

extension JSONValue {
  /// The value as JSON text on one line (RFC 8259), without white space; members in their order.
  ///
  /// Texts are escaped as `JSONText` does. A number that JSON can't write, such as infinity, becomes
  /// `null`.
  package var text: String {
    var output: [UInt8] = []
    append(to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// Appends the value as `text` has it, in UTF-8.
  package func append(to output: inout [UInt8]) {
    switch self {
    case .null: output += "null".utf8
    case .bool(let value): output += (value ? "true" : "false").utf8
    case .integer(let value): output += String(value).utf8
    case .real(let value): output += (value.isFinite ? String(value) : "null").utf8
    case .string(let value): JSONText.append(value, to: &output)
    case .array(let values):
      output.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        value.append(to: &output)
      }
      output.append(UInt8(ascii: "]"))
    case .object(let members):
      output.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        JSONText.append(member.name, to: &output)
        output.append(UInt8(ascii: ":"))
        member.value.append(to: &output)
      }
      output.append(UInt8(ascii: "}"))
    }
  }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  /// Writes an object as a literal, its members in their order.
  package init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(members.map { Member($0.0, $0.1) })
  }
}

extension JSONValue: ExpressibleByArrayLiteral {
  /// Writes an array as a literal.
  package init(arrayLiteral values: JSONValue...) { self = .array(values) }
}

extension JSONValue: ExpressibleByStringLiteral {
  /// Writes a text as a literal.
  package init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByBooleanLiteral {
  /// Writes true or false as a literal.
  package init(booleanLiteral value: Bool) { self = .bool(value) }
}
