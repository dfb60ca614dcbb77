// SPDX-License-Identifier: Apache-2.0

/// The named values that travel beside a call's messages, in the order they were sent.
///
/// Names are lowercase ASCII; a name may occur more than once. Names that end in `-bin` carry
/// arbitrary bytes (base64 on gRPC's wire, raw here and on the delimited protocol's).
package struct Metadata: Sendable, Equatable {
  /// One named value.
  package struct Entry: Sendable, Equatable {
    /// The name, in lowercase.
    package let name: String
    /// The value: ASCII text, or any bytes where the name ends in `-bin`.
    package let value: [UInt8]

    /// Creates an entry.
    package init(name: String, value: [UInt8]) {
      self.name = name
      self.value = value
    }
  }

  /// All entries, in order.
  package private(set) var entries: [Entry] = []

  /// Creates empty metadata.
  package init() {}

  /// Appends a value; earlier values of the same name stay.
  package mutating func append(_ name: String, _ value: [UInt8]) {
    entries.append(Entry(name: name, value: value))
  }

  /// The first value of a name, as text.
  package func text(_ name: String) -> String? {
    entries.first { $0.name == name }.map { String(decoding: $0.value, as: UTF8.self) }
  }

  /// Every value of a name, in order.
  package func values(_ name: String) -> [[UInt8]] {
    entries.filter { $0.name == name }.map(\.value)
  }

  /// Whether there is nothing in it.
  package var isEmpty: Bool { entries.isEmpty }
}
