// SPDX-License-Identifier: Apache-2.0

/// Why a quote can't be taken: the field at fault, and what would be right.
package struct QuoteProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The field's name in the protobuf message.
  package let field: String
  /// A sentence that follows the field's name.
  package let reason: String

  /// A sentence for a person.
  package var description: String { "\(field) \(reason)" }
}
