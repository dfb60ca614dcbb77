// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

/// What a `FileDescriptorSet` says, read by the field numbers of `google/protobuf/descriptor.proto`.
struct Descriptors {
  struct Message {
    var name = ""
    var fields: [Field] = []
    var isMapEntry = false
  }

  struct Field {
    var name = ""
    var jsonName = ""
    var number: UInt32 = 0
    var isRepeated = false
    var type: UInt64 = 0
    var typeName = ""
    var oneof: Int?
    var hasPresence = false
  }

  struct Method {
    var path = ""
    var request = ""
    var response = ""
    var idempotencyLevel: UInt64 = 0
  }

  /// `MethodOptions.IdempotencyLevel.NO_SIDE_EFFECTS`.
  static let noSideEffects: UInt64 = 1
  private static let repeatedLabel: UInt64 = 3

  private(set) var messages: [Message] = []
  private(set) var enumerations: [EnumerationType] = []
  private(set) var methods: [Method] = []

  init(reading set: Span<UInt8>) throws(ProtobufFault) {
    try Self.forEach(set) { number, _, content throws(ProtobufFault) in
      if number == 1 { try readFile(content) }
    }
  }

  private mutating func readFile(_ file: Span<UInt8>) throws(ProtobufFault) {
    var package = ""
    var isProto3 = false
    try Self.forEach(file) { number, _, content throws(ProtobufFault) in
      switch number {
      case 2: package = content.text
      case 12: isProto3 = content.equals("proto3")
      default: break
      }
    }
    let scope = package.isEmpty ? "" : package + "."
    try Self.forEach(file) { number, _, content throws(ProtobufFault) in
      switch number {
      case 4: try readMessage(content, scope, isProto3: isProto3)
      case 5: try readEnumeration(content, scope)
      case 6: try readService(content, scope)
      default: break
      }
    }
  }

  private mutating func readMessage(
    _ bytes: Span<UInt8>, _ scope: String, isProto3: Bool
  ) throws(ProtobufFault) {
    var message = Message()
    try Self.forEach(bytes) { number, _, content throws(ProtobufFault) in
      switch number {
      case 1: message.name = scope + content.text
      case 2: message.fields.append(try Self.field(content, isProto3: isProto3))
      case 7:
        try Self.forEach(content) { number, value, _ throws(ProtobufFault) in
          if number == 7 { message.isMapEntry = value != 0 }
        }
      default: break
      }
    }
    messages.append(message)
    let inner = message.name + "."
    try Self.forEach(bytes) { number, _, content throws(ProtobufFault) in
      switch number {
      case 3: try readMessage(content, inner, isProto3: isProto3)
      case 4: try readEnumeration(content, inner)
      default: break
      }
    }
  }

  private static func field(
    _ bytes: Span<UInt8>, isProto3: Bool
  ) throws(ProtobufFault) -> Field {
    var field = Field()
    var isOptional = !isProto3
    try forEach(bytes) { number, value, content throws(ProtobufFault) in
      switch number {
      case 1: field.name = content.text
      case 3: field.number = UInt32(truncatingIfNeeded: value)
      case 4: field.isRepeated = value == repeatedLabel
      case 5: field.type = value
      // The names of types are whole, with a dot before them.
      case 6: field.typeName = String(content.text.dropFirst())
      case 9: field.oneof = Int(truncatingIfNeeded: value)
      case 10: field.jsonName = content.text
      case 17: isOptional = isOptional || value != 0
      default: break
      }
    }
    if field.jsonName.isEmpty { field.jsonName = FieldNames.lowerCamelCase(field.name) }
    field.hasPresence = isOptional || field.oneof != nil
    return field
  }

  private mutating func readEnumeration(
    _ bytes: Span<UInt8>, _ scope: String
  ) throws(ProtobufFault) {
    var name = ""
    var values: [(name: String, number: Int32)] = []
    try Self.forEach(bytes) { number, _, content throws(ProtobufFault) in
      switch number {
      case 1: name = scope + content.text
      case 2:
        var (valueName, valueNumber) = ("", Int32(0))
        try Self.forEach(content) { number, value, content throws(ProtobufFault) in
          if number == 1 { valueName = content.text }
          if number == 2 { valueNumber = Int32(truncatingIfNeeded: value) }
        }
        values.append((valueName, valueNumber))
      default: break
      }
    }
    enumerations.append(EnumerationType(name, values))
  }

  private mutating func readService(
    _ bytes: Span<UInt8>, _ scope: String
  ) throws(ProtobufFault) {
    var service = ""
    var found: [Method] = []
    try Self.forEach(bytes) { number, _, content throws(ProtobufFault) in
      if number == 1 { service = scope + content.text }
      if number == 2 { found.append(try Self.method(content)) }
    }
    for var method in found {
      method.path = "/\(service)/\(method.path)"
      methods.append(method)
    }
  }

  private static func method(_ bytes: Span<UInt8>) throws(ProtobufFault) -> Method {
    var method = Method()
    try forEach(bytes) { number, _, content throws(ProtobufFault) in
      switch number {
      case 1: method.path = content.text
      case 2: method.request = String(content.text.dropFirst())
      case 3: method.response = String(content.text.dropFirst())
      case 4:
        try forEach(content) { number, value, _ throws(ProtobufFault) in
          if number == 34 { method.idempotencyLevel = value }
        }
      default: break
      }
    }
    return method
  }

  /// Calls `body` with each field of a message: its number, and its value as a number or as bytes.
  private static func forEach(
    _ message: Span<UInt8>,
    _ body: (UInt32, UInt64, Span<UInt8>) throws(ProtobufFault) -> Void
  ) throws(ProtobufFault) {
    var reader = ProtobufReader()
    while let tag = try reader.tag(message) {
      switch tag.type {
      case .varint: try body(tag.number, try reader.varint(message), message.extracting(0..<0))
      case .lengthDelimited:
        try body(tag.number, 0, message.extracting(try reader.range(tag, message)))
      default: try reader.skip(tag, message)
      }
    }
  }
}
