// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

/// Single values of fields.
extension ProtoJSONDecoder {
  /// Reads a value and appends it, with its length where it has one, without its tag.
  mutating func readValue(
    _ kind: FieldType.Kind, _ text: Span<UInt8>, into output: inout [UInt8]
  ) throws(ProtoJSONError) {
    switch kind {
    case .bool:
      guard try reader.start(text) == .truth else { throw reader.mismatch(text, "true or false") }
      output.append(try reader.truth(text) ? 1 : 0)
    case .string:
      guard try reader.start(text) == .string else { throw reader.mismatch(text, "a string") }
      let start = output.beginPiece()
      try reader.string(text, into: &output)
      output.endPiece(from: start)
    case .bytes:
      guard try reader.start(text) == .string else {
        throw reader.mismatch(text, "a string of base64")
      }
      let start = output.beginPiece()
      output += try Self.bytes(ofBase64: try readString(text))
      output.endPiece(from: start)
    case .message(let index):
      let start = output.beginPiece()
      try readMessage(schema.messages[index], text, into: &output)
      output.endPiece(from: start)
    case .enumeration(let index):
      try readEnumeration(schema.enumerations[index], text, into: &output)
    case .double, .float: try readFloatingPoint(kind, text, into: &output)
    default:
      let number = try readNumber(text, "a whole number")
      try Self.append(number.span, kind, to: &output)
    }
  }

  /// Reads a string.
  mutating func readString(_ text: Span<UInt8>) throws(ProtoJSONError) -> [UInt8] {
    var string: [UInt8] = []
    try reader.string(text, into: &string)
    return string
  }

  /// Appends the key of a map's entry, which JSON writes as a name whatever it is.
  func appendKey(
    _ name: String, _ key: FieldType, to output: inout [UInt8]
  ) throws(ProtoJSONError) {
    output.append(tag: key.number, key.kind.wireType)
    switch key.kind {
    case .string:
      output.append(varint: UInt64(name.utf8.count))
      output += name.utf8
    case .bool:
      guard name == "true" || name == "false" else {
        throw ProtoJSONError("The key is neither true nor false.")
      }
      output.append(name == "true" ? 1 : 0)
    default:
      let number = Array(name.utf8)
      try Self.append(number.span, key.kind, to: &output)
    }
  }

  /// Reads a number, in quotation marks or not; what stands in them may be no number at all.
  private mutating func readNumber(
    _ text: Span<UInt8>, _ wanted: String
  ) throws(ProtoJSONError) -> [UInt8] {
    switch try reader.start(text) {
    case .number:
      var number: [UInt8] = []
      number.append(copying: text.extracting(try reader.number(text)))
      return number
    case .string: return try readString(text)
    default: throw reader.mismatch(text, wanted)
    }
  }

  private mutating func readEnumeration(
    _ type: EnumerationType, _ text: Span<UInt8>, into output: inout [UInt8]
  ) throws(ProtoJSONError) {
    switch try reader.start(text) {
    case .number:
      let number = try readNumber(text, "a number")
      try Self.append(number.span, .int32, to: &output)
    case .string:
      let name = String(decoding: try readString(text), as: UTF8.self)
      guard let number = type.number(name) else {
        throw ProtoJSONError(
          "\(type.name) has no value \"\(name.prefix(60))\"; it has \(type.someNames).")
      }
      output.append(varint: UInt64(bitPattern: Int64(number)))
    case .null:
      try reader.skip(text)
      output.append(0)
    default: throw reader.mismatch(text, "a name of \(type.name) or its number")
    }
  }

  private mutating func readFloatingPoint(
    _ kind: FieldType.Kind, _ text: Span<UInt8>, into output: inout [UInt8]
  ) throws(ProtoJSONError) {
    let number = String(decoding: try readNumber(text, "a number"), as: UTF8.self)
    let value: Double
    switch number {
    case "NaN": value = .nan
    case "Infinity": value = .infinity
    case "-Infinity": value = -.infinity
    default:
      let digits = Array(number.utf8)
      guard !digits.isEmpty, DecimalText.end(digits.span, from: 0) == digits.count,
        let parsed = Double(number)
      else { throw ProtoJSONError("\"\(number.prefix(40))\" is no number.") }
      value = parsed
      let isTooLarge =
        parsed.isInfinite || (kind == .float && Float(parsed).isInfinite)
      if isTooLarge { throw ProtoJSONError("\(number.prefix(40)) is beyond what the field holds.") }
    }
    if kind == .float {
      output.append(littleEndian: Float(value).bitPattern)
    } else {
      output.append(littleEndian: value.bitPattern)
    }
  }

  /// Appends a whole number as a field of a kind has it.
  static func append(
    _ number: Span<UInt8>, _ kind: FieldType.Kind, to output: inout [UInt8]
  ) throws(ProtoJSONError) {
    guard !number.isEmpty, DecimalText.end(number, from: 0) == number.count,
      let whole = DecimalText.whole(number)
    else {
      let shown = number.extracting(..<min(40, number.count)).text
      throw ProtoJSONError("\"\(shown)\" is no whole number of at most 64 bits.")
    }
    switch kind {
    case .uint64: output.append(varint: try whole.unsigned(64))
    case .uint32: output.append(varint: try whole.unsigned(32))
    case .fixed64: output.append(littleEndian: try whole.unsigned(64))
    case .fixed32: output.append(littleEndian: UInt32(truncatingIfNeeded: try whole.unsigned(32)))
    case .int64: output.append(varint: UInt64(bitPattern: try whole.signed(64)))
    case .sint64: output.append(varint: try whole.signed(64).zigzag)
    case .sint32: output.append(varint: try whole.signed(32).zigzag)
    case .sfixed64: output.append(littleEndian: try whole.signed(64))
    case .sfixed32: output.append(littleEndian: Int32(truncatingIfNeeded: try whole.signed(32)))
    default: output.append(varint: UInt64(bitPattern: try whole.signed(32)))
    }
  }

  /// Both alphabets are taken, with padding or without.
  static func bytes(ofBase64 string: [UInt8]) throws(ProtoJSONError) -> [UInt8] {
    let usual = string.map { byte in
      byte == UInt8(ascii: "-")
        ? UInt8(ascii: "+") : byte == UInt8(ascii: "_") ? UInt8(ascii: "/") : byte
    }
    guard let bytes = Base64.decode(usual.span) else {
      throw ProtoJSONError("The string is not base64.")
    }
    return bytes
  }
}

extension DecimalText.Whole {
  fileprivate func unsigned(_ bits: Int) throws(ProtoJSONError) -> UInt64 {
    guard !isNegative || magnitude == 0 else { throw ProtoJSONError("The number is below 0.") }
    guard magnitude <= UInt64.max >> UInt64(64 - bits) else { throw Self.tooLarge(bits) }
    return magnitude
  }

  fileprivate func signed(_ bits: Int) throws(ProtoJSONError) -> Int64 {
    let most = UInt64(1) << UInt64(bits - 1)
    guard magnitude < most || (isNegative && magnitude == most) else { throw Self.tooLarge(bits) }
    return isNegative
      ? Int64(bitPattern: ~magnitude &+ 1) : Int64(bitPattern: magnitude)
  }

  private static func tooLarge(_ bits: Int) -> ProtoJSONError {
    ProtoJSONError("The number doesn't fit into \(bits) bits.")
  }
}

extension JSONReader {
  /// A value of another kind than wanted comes next.
  mutating func mismatch(_ text: Span<UInt8>, _ wanted: String) -> ProtoJSONError {
    guard let start = try? start(text) else { return unexpected(text, wanted) }
    let found =
      switch start {
      case .object: "an object"
      case .array: "an array"
      case .string: "a string"
      case .number: "a number"
      case .truth: "true or false"
      case .null: "null"
      }
    return ProtoJSONError("There is \(found) where \(wanted) should be.")
  }
}
