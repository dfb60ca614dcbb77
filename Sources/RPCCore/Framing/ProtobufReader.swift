// SPDX-License-Identifier: Apache-2.0

/// Steps through the fields of one encoded protobuf message, for the few messages of the wire that
/// this family reads itself.
///
/// The span is passed to each step, since a copyable struct can't hold one.
package struct ProtobufReader {
  /// Where the next byte lies.
  package private(set) var position = 0

  /// The wire type of a field ("Message Structure" of the protobuf encoding).
  package enum WireType: UInt8 {
    case varint = 0
    case eightBytes = 1
    case lengthDelimited = 2
    case fourBytes = 5
  }

  /// A field's number and wire type.
  package struct Tag {
    package let number: UInt32
    package let type: WireType
  }

  /// Starts at the beginning of a message.
  package init() {}

  /// Reads the next tag; nil at the end.
  package mutating func tag(_ bytes: Span<UInt8>) throws(ProtobufFault) -> Tag? {
    guard position < bytes.count else { return nil }
    let key = try varint(bytes)
    // Groups, types 3 and 4, are no part of proto3.
    guard key <= UInt64(UInt32.max), key >= 8, let type = WireType(rawValue: UInt8(key & 7))
    else { throw .malformed }
    return Tag(number: UInt32(key >> 3), type: type)
  }

  /// Reads a varint of at most ten bytes.
  @inline(__always)
  package mutating func varint(_ bytes: Span<UInt8>) throws(ProtobufFault) -> UInt64 {
    // Nearly all tags, lengths and numbers of a call take one byte.
    guard position < bytes.count, bytes[position] < 0x80 else { return try longVarint(bytes) }
    position += 1
    return UInt64(bytes[position - 1])
  }

  @inline(never)
  private mutating func longVarint(_ bytes: Span<UInt8>) throws(ProtobufFault) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while position < bytes.count, shift < 70 {
      let byte = bytes[position]
      position += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    throw .malformed
  }

  /// Reads a field that must be a number of 32 bits; higher bits are dropped, as protobuf does.
  package mutating func number(_ tag: Tag, _ bytes: Span<UInt8>) throws(ProtobufFault) -> UInt32 {
    guard tag.type == .varint else { throw .malformed }
    return UInt32(truncatingIfNeeded: try varint(bytes))
  }

  /// Reads a field that must be a truth value.
  package mutating func truth(_ tag: Tag, _ bytes: Span<UInt8>) throws(ProtobufFault) -> Bool {
    guard tag.type == .varint else { throw .malformed }
    return try varint(bytes) != 0
  }

  /// Reads where the bytes of a field lie that must be text, bytes or a message.
  package mutating func range(
    _ tag: Tag, _ bytes: Span<UInt8>
  ) throws(ProtobufFault) -> Range<Int> {
    guard tag.type == .lengthDelimited else { throw .malformed }
    let length = try varint(bytes)
    guard length <= UInt64(bytes.count - position) else { throw .malformed }
    let start = position
    position += Int(length)
    return start..<position
  }

  /// Reads where the text of a field lies, which is UTF-8.
  package mutating func text(
    _ tag: Tag, _ bytes: Span<UInt8>, field: String
  ) throws(ProtobufFault) -> Range<Int> {
    let range = try range(tag, bytes)
    guard bytes.extracting(range).isUTF8 else { throw .invalidText(field: field) }
    return range
  }

  /// Passes over a field that this version doesn't know.
  package mutating func skip(_ tag: Tag, _ bytes: Span<UInt8>) throws(ProtobufFault) {
    switch tag.type {
    case .varint: _ = try varint(bytes)
    case .lengthDelimited: _ = try range(tag, bytes)
    case .eightBytes: try skip(8, bytes)
    case .fourBytes: try skip(4, bytes)
    }
  }

  private mutating func skip(_ count: Int, _ bytes: Span<UInt8>) throws(ProtobufFault) {
    guard bytes.count - position >= count else { throw .malformed }
    position += count
  }
}

/// Why bytes are not the message that was expected.
package enum ProtobufFault: Error, Equatable {
  /// They are no protobuf message, or a known field has another type.
  case malformed
  /// A field that holds text is not UTF-8.
  case invalidText(field: String)
}

extension WireError {
  /// The error of a message of the given name.
  init(_ fault: ProtobufFault, in message: String) {
    switch fault {
    case .malformed: self = .malformed(message: message)
    case .invalidText(let field): self = .invalidText(field: field)
    }
  }
}

extension Span<UInt8> {
  /// Whether the bytes are UTF-8, as every string of protobuf must be.
  package var isUTF8: Bool {
    // All bits together first: most text is ASCII, and this loop has no branch in it.
    var bits: UInt8 = 0
    for index in indices { bits |= self[index] }
    return bits < 0x80 || (try? UTF8Span(validating: self)) != nil
  }
}
