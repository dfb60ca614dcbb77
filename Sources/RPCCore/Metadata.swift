// SPDX-License-Identifier: Apache-2.0

/// The named values that travel beside a call's messages, in the order they were sent.
///
/// Names are lowercase ASCII; a name may occur more than once. Names that end in `-bin` carry
/// arbitrary bytes (base64 on gRPC's wire, raw here and on the delimited protocol's). All names and
/// values lie in one array, so that a server can fill the same memory for one call after another.
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

  /// Where one name and its value lie in `bytes`.
  package struct Field: Sendable, Equatable {
    /// Where the name lies.
    package let name: Range<Int>
    /// Where the value lies.
    package let value: Range<Int>
  }

  /// The names and values, one after the other.
  package private(set) var bytes: [UInt8] = []
  /// Where in `bytes` the names and values lie, in order.
  package private(set) var fields: [Field] = []

  /// Creates empty metadata.
  package init() {}

  /// Appends a value; earlier values of the same name stay.
  package mutating func append(_ name: String, _ value: [UInt8]) {
    let start = bytes.count
    bytes.append(contentsOf: name.utf8)
    let middle = bytes.count
    bytes.append(contentsOf: value)
    fields.append(Field(name: start..<middle, value: middle..<bytes.count))
  }

  /// Appends a name of `nameCount` bytes and its value, both as `fill` appends them to the bytes:
  /// for who has them where only they can copy them from.
  package mutating func append(nameCount: Int, _ fill: (inout [UInt8]) -> Void) {
    let start = bytes.count
    fill(&bytes)
    fields.append(
      Field(name: start..<start + nameCount, value: start + nameCount..<bytes.count))
  }

  /// Appends a copy of a name and a value; earlier values of the same name stay.
  package mutating func append(name: Span<UInt8>, value: Span<UInt8>) {
    let start = bytes.count
    bytes.append(copying: name)
    let middle = bytes.count
    bytes.append(copying: value)
    fields.append(Field(name: start..<middle, value: middle..<bytes.count))
  }

  /// Appends all of `other`, in order.
  package mutating func append(contentsOf other: Metadata) {
    for field in other.fields {
      append(
        name: other.bytes.span.extracting(field.name),
        value: other.bytes.span.extracting(field.value))
    }
  }

  /// Forgets everything but the memory.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    fields.removeAll(keepingCapacity: true)
  }

  /// All entries, in order.
  package var entries: [Entry] {
    fields.map { Entry(name: name($0), value: Array(bytes[$0.value])) }
  }

  /// The first value of a name, as text.
  package func text(_ name: String) -> String? {
    first(name).map { String(decoding: bytes[$0.value], as: UTF8.self) }
  }

  /// Every value of a name, in order.
  package func values(_ name: String) -> [[UInt8]] {
    fields.filter { bytes.span.extracting($0.name).equals(name) }.map { Array(bytes[$0.value]) }
  }

  /// Whether there is nothing in it.
  package var isEmpty: Bool { fields.isEmpty }

  private func first(_ name: String) -> Field? {
    fields.first { bytes.span.extracting($0.name).equals(name) }
  }

  private func name(_ field: Field) -> String {
    String(decoding: bytes[field.name], as: UTF8.self)
  }
}

extension Span<UInt8> {
  /// Whether a metadata name ends in `-bin`: its value is any bytes.
  package var namesBinaryValue: Bool {
    count > 4 && self[count - 4] == UInt8(ascii: "-") && self[count - 3] == UInt8(ascii: "b")
      && self[count - 2] == UInt8(ascii: "i") && self[count - 1] == UInt8(ascii: "n")
  }
}
