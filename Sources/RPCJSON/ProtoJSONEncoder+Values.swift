// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

/// Single values.
extension ProtoJSONEncoder {
  /// Appends a value; answers false, and has appended nothing, where it is the default and that is
  /// not to be kept.
  mutating func appendValue(
    _ kind: FieldType.Kind, _ occurrence: Occurrence, _ wire: Span<UInt8>, keepsDefault: Bool,
    to output: inout [UInt8]
  ) throws(Failure) -> Bool {
    guard occurrence.isLengthDelimited == (kind.wireType == 2) else { throw .malformed }
    let value = wire.extracting(occurrence.value)
    switch kind {
    case .message(let index): try appendMessage(schema.messages[index], value, to: &output)
    case .string:
      guard keepsDefault || !value.isEmpty else { return false }
      guard value.isUTF8 else { throw .malformed }
      JSONText.append(value, to: &output)
    case .bytes:
      guard keepsDefault || !value.isEmpty else { return false }
      output.append(UInt8(ascii: "\""))
      Base64.encode(value, into: &output)
      output += repeatElement(UInt8(ascii: "="), count: (3 - value.count % 3) % 3)
      output.append(UInt8(ascii: "\""))
    default:
      if !keepsDefault, try Self.isZero(kind, value) { return false }
      try appendScalar(kind, value, to: &output)
    }
    return true
  }

  /// Appends a number, a truth value or a name of an enumeration.
  mutating func appendScalar(
    _ kind: FieldType.Kind, _ wire: Span<UInt8>, to output: inout [UInt8]
  ) throws(Failure) {
    let raw = try Self.raw(kind, wire)
    switch kind {
    case .bool: output += (raw != 0 ? "true" : "false").utf8
    case .int32: output += String(Int32(truncatingIfNeeded: raw)).utf8
    case .sfixed32: output += String(Int32(truncatingIfNeeded: raw)).utf8
    case .sint32: output += String(Int32(truncatingIfNeeded: Int64(zigzag: raw))).utf8
    case .uint32, .fixed32: output += String(UInt32(truncatingIfNeeded: raw)).utf8
    case .int64, .sfixed64: output += "\"\(Int64(bitPattern: raw))\"".utf8
    case .sint64: output += "\"\(Int64(zigzag: raw))\"".utf8
    case .uint64, .fixed64: output += "\"\(raw)\"".utf8
    case .enumeration(let index):
      appendName(of: Int32(truncatingIfNeeded: raw), schema.enumerations[index], to: &output)
    case .float:
      Self.append(Float(bitPattern: UInt32(truncatingIfNeeded: raw)), to: &output)
    case .double: Self.append(Double(bitPattern: raw), to: &output)
    case .string, .bytes, .message: throw .malformed
    }
  }

  /// Appends the default of what is no message.
  func appendDefault(_ kind: FieldType.Kind, to output: inout [UInt8]) {
    switch kind {
    case .bool: output += "false".utf8
    case .string, .bytes: output += "\"\"".utf8
    case .int64, .sfixed64, .sint64, .uint64, .fixed64: output += "\"0\"".utf8
    case .enumeration(let index): appendName(of: 0, schema.enumerations[index], to: &output)
    default: output += "0".utf8
    }
  }

  /// Where a number ends that begins at an offset of packed ones.
  static func endOfScalar(
    _ kind: FieldType.Kind, _ piece: Span<UInt8>, from start: Int
  ) throws(Failure) -> Int {
    var end = start
    switch kind.wireType {
    case 1: end += 8
    case 5: end += 4
    default:
      while end < piece.count, piece[end] >= 0x80 { end += 1 }
      end += 1
    }
    guard end <= piece.count else { throw .malformed }
    return end
  }

  private func appendName(
    of number: Int32, _ type: EnumerationType, to output: inout [UInt8]
  ) {
    if type.name == "google.protobuf.NullValue" {
      output += "null".utf8
    } else if let name = type.quotedName(number) {
      output += name
    } else {
      output += String(number).utf8
    }
  }

  private static func isZero(
    _ kind: FieldType.Kind, _ wire: Span<UInt8>
  ) throws(Failure) -> Bool {
    let raw = try raw(kind, wire)
    switch kind {
    case .int32, .uint32, .enumeration: return UInt32(truncatingIfNeeded: raw) == 0
    default: return raw == 0
    }
  }

  /// The bits of a number.
  private static func raw(_ kind: FieldType.Kind, _ wire: Span<UInt8>) throws(Failure) -> UInt64 {
    let width = kind.wireType == 1 ? 8 : kind.wireType == 5 ? 4 : 0
    guard width > 0 else {
      var reader = ProtobufReader()
      do throws(ProtobufFault) { return try reader.varint(wire) } catch { throw Failure(error) }
    }
    guard wire.count == width else { throw .malformed }
    var value: UInt64 = 0
    for index in wire.indices { value |= UInt64(wire[index]) << UInt64(8 * index) }
    return value
  }

  private static func append(
    _ value: some BinaryFloatingPoint & CustomStringConvertible, to output: inout [UInt8]
  ) {
    if value.isNaN {
      output += "\"NaN\"".utf8
    } else if value.isInfinite {
      output += (value < 0 ? "\"-Infinity\"" : "\"Infinity\"").utf8
    } else {
      output += value.description.utf8
    }
  }
}
