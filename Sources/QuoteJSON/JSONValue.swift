// SPDX-License-Identifier: Apache-2.0

/// A JSON value (RFC 8259) that was read; the members of an object keep their order.
package enum JSONValue: Sendable, Hashable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number without a point or an exponent.
  case integer(Int64)
  /// Any other number.
  case real(Double)
  /// A text, which may hold U+0000.
  case string(String)
  /// Values in order.
  case array([JSONValue])
  /// Names and values in order, each name once.
  case object([Member])

  /// A name and its value.
  package struct Member: Sendable, Hashable {
    /// The name.
    package let name: String
    /// The value.
    package let value: JSONValue

    /// Creates a member.
    package init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// What kind of value it is, as a sentence has it: "a number".
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .integer, .real: "a number"
    case .string: "a text"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
