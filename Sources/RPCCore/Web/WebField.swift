// SPDX-License-Identifier: Apache-2.0

/// One header field of HTTP.
package struct WebField: Sendable, Equatable {
  /// The name, in lowercase.
  package let name: String
  /// The value, without blanks around it.
  package let value: String

  /// Creates a field.
  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

extension [WebField] {
  /// The first value of a name, which is in lowercase.
  package subscript(name: String) -> String? { first { $0.name == name }?.value }
}
