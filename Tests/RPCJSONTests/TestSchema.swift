// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCJSON

/// Descriptors that are written by hand, field by field.
enum TestSchema {
  /// `test.All`, which has a field of each kind, and the standard's types that it uses.
  static let schema: ProtoSchema? = try? ProtoSchema(descriptorSet: set)

  private static let set: [UInt8] =
    nested(1, file("google.protobuf", standard, [enumeration("NullValue", [("NULL_VALUE", 0)])]))
    + nested(1, file("test", ours, enums, [service]))

  /// By the numbers of `FieldDescriptorProto.Type`.
  private enum Kind: UInt64 {
    case double = 1
    case float, int64, uint64, int32, fixed64, fixed32, bool, string
    case message = 11
    case bytes, uint32, enumeration, sfixed32, sfixed64, sint32, sint64
  }

  private static let all: [[UInt8]] =
    [
      field("double", 1, .double), field("float", 2, .float), field("int64", 3, .int64),
      field("uint64", 4, .uint64), field("int32", 5, .int32), field("fixed64", 6, .fixed64),
      field("fixed32", 7, .fixed32), field("bool", 8, .bool), field("string", 9, .string),
      field("message", 10, .message, of: "test.All"), field("bytes", 11, .bytes),
      field("uint32", 12, .uint32), field("color", 13, .enumeration, of: "test.Color"),
      field("sfixed32", 14, .sfixed32), field("sfixed64", 15, .sfixed64),
      field("sint32", 16, .sint32), field("sint64", 17, .sint64),
      field("some_numbers", 20, .int32, isRepeated: true),
      field("some_texts", 21, .string, isRepeated: true),
      field("some_messages", 22, .message, of: "test.All", isRepeated: true),
      field("counts", 23, .message, of: "test.All.CountsEntry", isRepeated: true),
      field("flags", 24, .message, of: "test.All.FlagsEntry", isRepeated: true),
      field("left", 25, .string, oneof: 0), field("right", 26, .int32, oneof: 0),
    ]
    + ["Timestamp", "Duration", "FieldMask", "Struct", "Value", "ListValue", "Any", "Int64Value"]
    .enumerated().map { index, name in
      field("a_\(name.lowercased())", 30 + UInt64(index), .message, of: "google.protobuf.\(name)")
    }

  private static let ours = [
    message(
      "All", all,
      [
        entry("CountsEntry", field("key", 1, .string), field("value", 2, .int32)),
        entry("FlagsEntry", field("key", 1, .bool), field("value", 2, .message, of: "test.All")),
      ]),
    message("Nothing", [], []),
  ]
  private static let enums = [
    enumeration("Color", [("COLOR_UNSPECIFIED", 0), ("RED", 1), ("GREEN", 2), ("ROT", 1)])
  ]
  private static let service =
    nested(1, "Service") + nested(2, method("Read", isReading: true))
    + nested(2, method("Write", isReading: false))

  private static let standard = [
    message("Timestamp", [field("seconds", 1, .int64), field("nanos", 2, .int32)], []),
    message("Duration", [field("seconds", 1, .int64), field("nanos", 2, .int32)], []),
    message("FieldMask", [field("paths", 1, .string, isRepeated: true)], []),
    message("Any", [field("type_url", 1, .string), field("value", 2, .bytes)], []),
    message("Int64Value", [field("value", 1, .int64)], []),
    message(
      "Struct",
      [field("fields", 1, .message, of: "google.protobuf.Struct.FieldsEntry", isRepeated: true)],
      [
        entry(
          "FieldsEntry", field("key", 1, .string),
          field("value", 2, .message, of: "google.protobuf.Value"))
      ]),
    message(
      "Value",
      [
        field("null_value", 1, .enumeration, of: "google.protobuf.NullValue", oneof: 0),
        field("number_value", 2, .double, oneof: 0),
        field("string_value", 3, .string, oneof: 0), field("bool_value", 4, .bool, oneof: 0),
        field("struct_value", 5, .message, of: "google.protobuf.Struct", oneof: 0),
        field("list_value", 6, .message, of: "google.protobuf.ListValue", oneof: 0),
      ], []),
    message(
      "ListValue",
      [field("values", 1, .message, of: "google.protobuf.Value", isRepeated: true)], []),
  ]
}

extension TestSchema {
  private static func nested(_ number: UInt32, _ content: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(varint: UInt64(number) << 3 | 2)
    bytes.append(varint: UInt64(content.count))
    return bytes + content
  }

  private static func nested(_ number: UInt32, _ text: String) -> [UInt8] {
    nested(number, Array(text.utf8))
  }

  private static func number(_ field: UInt32, _ value: UInt64) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(varint: UInt64(field) << 3)
    bytes.append(varint: value)
    return bytes
  }

  private static func file(
    _ package: String, _ messages: [[UInt8]], _ enums: [[UInt8]] = [], _ services: [[UInt8]] = []
  ) -> [UInt8] {
    var bytes = nested(2, package)
    for message in messages { bytes += nested(4, message) }
    for enumeration in enums { bytes += nested(5, enumeration) }
    for service in services { bytes += nested(6, service) }
    return bytes + nested(12, "proto3")
  }

  private static func message(
    _ name: String, _ fields: [[UInt8]], _ entries: [[UInt8]]
  ) -> [UInt8] {
    fields.reduce(nested(1, name)) { $0 + nested(2, $1) }
      + entries.reduce([]) { $0 + nested(3, $1) }
  }

  private static func entry(_ name: String, _ key: [UInt8], _ value: [UInt8]) -> [UInt8] {
    message(name, [key, value], []) + nested(7, number(7, 1))
  }

  private static func field(
    _ name: String, _ place: UInt64, _ kind: Kind, of type: String = "", isRepeated: Bool = false,
    oneof: UInt64? = nil
  ) -> [UInt8] {
    nested(1, name) + number(3, place) + number(4, isRepeated ? 3 : 1) + number(5, kind.rawValue)
      + (type.isEmpty ? [] : nested(6, "." + type)) + (oneof.map { number(9, $0) } ?? [])
  }

  private static func enumeration(_ name: String, _ values: [(String, UInt64)]) -> [UInt8] {
    values.reduce(nested(1, name)) { $0 + nested(2, nested(1, $1.0) + number(2, $1.1)) }
  }

  private static func method(_ name: String, isReading: Bool) -> [UInt8] {
    nested(1, name) + nested(2, ".test.All") + nested(3, ".test.Nothing")
      + (isReading ? nested(4, number(34, 1)) : [])
  }
}
