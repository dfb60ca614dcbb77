// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

/// Headers to be sent, in order, in one array.
package struct HeaderBlock: Sendable {
  /// One header, by where its name and value lie in `bytes`.
  package struct Field: Sendable {
    /// Where the name lies.
    package let name: Range<Int>
    /// Where the value lies.
    package let value: Range<Int>
  }

  /// Names and values, one after the other.
  package private(set) var bytes: [UInt8] = []
  /// Where they lie.
  package private(set) var fields: [Field] = []

  /// Creates an empty block.
  package init() {}

  /// Appends a header.
  package mutating func append(name: Span<UInt8>, value: Span<UInt8>) {
    let start = bytes.count
    bytes.append(copying: name)
    let middle = bytes.count
    bytes.append(copying: value)
    fields.append(Field(name: start..<middle, value: middle..<bytes.count))
  }

  /// Appends a header from texts.
  package mutating func append(_ name: String, _ value: [UInt8]) {
    append(name: Array(name.utf8).span, value: value.span)
  }

  /// Forgets everything but the memory.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    fields.removeAll(keepingCapacity: true)
  }
}
