// SPDX-License-Identifier: Apache-2.0

/// A type of message, as far as JSON needs it.
struct MessageType: Sendable {
  /// The types that JSON writes in a way of their own ("ProtoJSON Format").
  enum Form: Sendable, Equatable {
    case fields, timestamp, duration, fieldMask, wrapper, structure, value, list, any
  }

  let name: String
  let form: Form
  /// The fields, by their numbers.
  let fields: [FieldType]
  /// Where in `fields` a name leads to, the proto's or JSON's.
  let byName: [String: Int]
  private let byNumber: [UInt32: Int]

  init(
    _ message: Descriptors.Message, _ names: [String: TypeReference], _ all: [Descriptors.Message]
  ) throws(ProtoSchemaError) {
    name = message.name
    form = Self.form(of: message.name)
    fields = try message.fields.sorted { $0.number < $1.number }.map {
      field throws(ProtoSchemaError) in try FieldType(field, names, all)
    }
    var (byName, byNumber) = ([String: Int](), [UInt32: Int]())
    for (index, field) in fields.enumerated() {
      byNumber[field.number] = index
      byName[field.name] = index
    }
    // JSON's own names go first where two fields lay claim to one.
    for (index, field) in fields.enumerated() { byName[field.jsonName] = index }
    self.byName = byName
    self.byNumber = byNumber
  }

  /// Where in `fields` the field of a number is.
  func index(of number: UInt32) -> Int? {
    // Most messages number their fields from 1 on without a gap.
    let guess = Int(number) - 1
    if fields.indices.contains(guess), fields[guess].number == number { return guess }
    return byNumber[number]
  }

  private static func form(of name: String) -> Form {
    switch name {
    case "google.protobuf.Timestamp": .timestamp
    case "google.protobuf.Duration": .duration
    case "google.protobuf.FieldMask": .fieldMask
    case "google.protobuf.Struct": .structure
    case "google.protobuf.Value": .value
    case "google.protobuf.ListValue": .list
    case "google.protobuf.Any": .any
    case "google.protobuf.DoubleValue", "google.protobuf.FloatValue",
      "google.protobuf.Int64Value", "google.protobuf.UInt64Value", "google.protobuf.Int32Value",
      "google.protobuf.UInt32Value", "google.protobuf.BoolValue", "google.protobuf.StringValue",
      "google.protobuf.BytesValue":
      .wrapper
    default: .fields
    }
  }
}

/// A field of a message.
struct FieldType: Sendable {
  /// What a value of it is.
  enum Kind: Sendable, Equatable {
    case double, float, int64, uint64, int32, uint32, fixed64, fixed32, sfixed64, sfixed32
    case sint32, sint64, bool, string, bytes
    case enumeration(Int)
    case message(Int)
  }

  let name: String
  let jsonName: String
  /// How an object of JSON names it, with quotation marks and the colon.
  let label: [UInt8]
  let number: UInt32
  let kind: Kind
  let isRepeated: Bool
  /// Whether it is a map: the kind is the message of an entry, with key and value as its fields.
  let isMap: Bool
  /// Whether it being there says something even where it holds the default.
  let hasPresence: Bool
  /// Of which of the message's choices it is one.
  let oneof: Int?

  init(
    _ field: Descriptors.Field, _ names: [String: TypeReference], _ all: [Descriptors.Message]
  ) throws(ProtoSchemaError) {
    name = field.name
    jsonName = field.jsonName
    label = JSONText.quoted(field.jsonName) + [UInt8(ascii: ":")]
    number = field.number
    kind = try Self.kind(of: field, names)
    isRepeated = field.isRepeated
    if case .message(let index) = kind { isMap = all[index].isMapEntry } else { isMap = false }
    hasPresence = field.hasPresence
    oneof = field.oneof
  }

  /// By the numbers of `FieldDescriptorProto.Type`.
  private static func kind(
    of field: Descriptors.Field, _ names: [String: TypeReference]
  ) throws(ProtoSchemaError) -> Kind {
    switch field.type {
    case 1: return .double
    case 2: return .float
    case 3: return .int64
    case 4: return .uint64
    case 5: return .int32
    case 6: return .fixed64
    case 7: return .fixed32
    case 8: return .bool
    case 9: return .string
    case 11:
      guard let index = names[field.typeName]?.message else { throw .unknownType(field.typeName) }
      return .message(index)
    case 12: return .bytes
    case 13: return .uint32
    case 14:
      guard let index = names[field.typeName]?.enumeration else {
        throw .unknownType(field.typeName)
      }
      return .enumeration(index)
    case 15: return .sfixed32
    case 16: return .sfixed64
    case 17: return .sint32
    case 18: return .sint64
    // Groups, which proto3 doesn't have.
    default: throw .unknownType("\(field.type) of \(field.name)")
    }
  }
}

/// An enumeration: names of numbers.
struct EnumerationType: Sendable {
  let name: String
  private let numbers: [String: Int32]
  private let names: [Int32: [UInt8]]

  init(_ name: String, _ values: [(name: String, number: Int32)]) {
    self.name = name
    numbers = Dictionary(values.map { ($0.name, $0.number) }) { first, _ in first }
    // Of two names of one number JSON writes the first.
    names = Dictionary(values.map { ($0.number, JSONText.quoted($0.name)) }) { first, _ in first }
  }

  func number(_ name: String) -> Int32? { numbers[name] }

  /// The name of a number, in quotation marks.
  func quotedName(_ number: Int32) -> [UInt8]? { names[number] }

  /// Some of the names, for who has given another.
  var someNames: String {
    let sorted = numbers.sorted { $0.value < $1.value }.map(\.key)
    return sorted.prefix(12).joined(separator: ", ") + (sorted.count > 12 ? ", …" : "")
  }
}
