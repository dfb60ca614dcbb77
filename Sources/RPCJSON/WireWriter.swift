// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

/// How fields are written on the wire ("Encoding" of protobuf).
extension FieldType.Kind {
  /// The wire type of one value.
  var wireType: UInt32 {
    switch self {
    case .double, .fixed64, .sfixed64: 1
    case .float, .fixed32, .sfixed32: 5
    case .string, .bytes, .message: 2
    default: 0
    }
  }

  /// Whether values of a repeated field lie in one piece.
  var isPackable: Bool { wireType != 2 }
}

extension [UInt8] {
  mutating func append(tag number: UInt32, _ wireType: UInt32) {
    append(varint: UInt64(number) << 3 | UInt64(wireType))
  }

  mutating func append(littleEndian value: some FixedWidthInteger) {
    var rest = value.littleEndian
    for _ in 0..<value.bitWidth / 8 {
      append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  /// Begins a piece with its length before it, which is short, most of them.
  mutating func beginPiece() -> Int {
    append(0)
    return count
  }

  /// Ends the piece that began there.
  mutating func endPiece(from start: Int) {
    let length = UInt64(count - start)
    let extra = Varint.length(length) - 1
    if extra > 0 { insert(contentsOf: repeatElement(0, count: extra), at: start) }
    var rest = length
    for index in start - 1..<start + extra {
      self[index] = UInt8(truncatingIfNeeded: rest) | (rest >= 0x80 ? 0x80 : 0)
      rest >>= 7
    }
  }
}

extension Int64 {
  /// Small numbers below zero as small numbers (`sint64`).
  var zigzag: UInt64 { UInt64(bitPattern: (self << 1) ^ (self >> 63)) }

  init(zigzag value: UInt64) {
    self = Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }
}
