// SPDX-License-Identifier: Apache-2.0

/// Why JSON is not the message that was expected.
package struct ProtoJSONError: Error, Equatable, CustomStringConvertible {
  /// What is wrong and what would be right, as a sentence.
  package let reason: String
  /// The way to the value that is wrong, such as `filter.languages[2]`; empty where it is the text.
  package private(set) var field = ""

  init(_ reason: String) { self.reason = reason }

  /// What is wrong, and where.
  package var description: String { field.isEmpty ? reason : "\(field): \(reason)" }

  /// The same error, which was found in a field of a message.
  func inside(_ name: String) -> ProtoJSONError {
    var error = self
    let separator = field.isEmpty || field.hasPrefix("[") ? "" : "."
    error.field = name + separator + field
    return error
  }

  /// The same error, which was found in an element.
  func inside(element index: Int) -> ProtoJSONError { inside("[\(index)]") }
}
