// SPDX-License-Identifier: Apache-2.0

/// A varint, seven bits a byte, lowest first.
package enum Varint {
  /// How many bytes a value takes: one to ten.
  @inlinable
  package static func length(_ value: UInt64) -> Int {
    (UInt64.bitWidth - (value | 1).leadingZeroBitCount + 6) / 7
  }
}

extension [UInt8] {
  /// Appends a varint.
  @inlinable
  package mutating func append(varint value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  /// Appends a number field, unless it holds the default.
  package mutating func append(field number: UInt32, _ value: UInt64) {
    guard value != 0 else { return }
    append(varint: UInt64(number << 3))
    append(varint: value)
  }

  /// Appends a truth field, unless it holds the default.
  package mutating func append(field number: UInt32, _ value: Bool) {
    append(field: number, value ? 1 : 0)
  }

  /// Appends a bytes field, unless it is empty.
  package mutating func append(field number: UInt32, _ value: [UInt8]) {
    guard !value.isEmpty else { return }
    append(varint: UInt64(number << 3 | 2))
    append(varint: UInt64(value.count))
    append(contentsOf: value)
  }

  /// Appends a text field, unless it is empty.
  package mutating func append(field number: UInt32, _ value: String) {
    guard !value.isEmpty else { return }
    append(varint: UInt64(number << 3 | 2))
    append(varint: UInt64(value.utf8.count))
    append(contentsOf: value.utf8)
  }

  /// Appends a message field, empty or not.
  package mutating func append(message number: UInt32, _ value: some WireMessage) {
    let bytes = value.wire
    append(varint: UInt64(number << 3 | 2))
    append(varint: UInt64(bytes.count))
    append(contentsOf: bytes)
  }
}

extension MutableSpan<UInt8> {
  /// Writes a varint at a place; answers the place behind it.
  @inline(__always)
  mutating func write(varint value: UInt64, at place: Int) -> Int {
    var rest = value
    var place = place
    while rest >= 0x80 {
      self[place] = UInt8(truncatingIfNeeded: rest) | 0x80
      rest >>= 7
      place += 1
    }
    self[place] = UInt8(truncatingIfNeeded: rest)
    return place + 1
  }
}
