// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

/// Where each name of the protos is declared: read from a `google.protobuf.FileDescriptorSet`, whose
/// numbers of fields are those of protobuf's own descriptor.proto.
struct DescriptorIndex: Sendable {
  private struct File: Sendable {
    let bytes: [UInt8]
    let imports: [String]
  }

  private var files: [String: File] = [:]
  private var filesBySymbol: [String: String] = [:]
  private var messages: Set<String> = []

  /// Reads a set; nil where it is none.
  init?(_ set: [UInt8]) {
    do throws(ProtobufFault) {
      for file in try Self.fields(of: set) where file.number == 1 { try add(file.bytes) }
    } catch {
      return nil
    }
  }

  /// The file of a name, and all that it imports, each once; nil where there is none.
  func file(named name: String) -> [[UInt8]]? {
    guard files[name] != nil else { return nil }
    var found: [[UInt8]] = []
    var seen: Set<String> = [name]
    var waiting = [name]
    while let next = waiting.popLast() {
      guard let file = files[next] else { continue }
      found.append(file.bytes)
      for name in file.imports.reversed() where seen.insert(name).inserted { waiting.append(name) }
    }
    return found
  }

  /// The file that declares a full name, and all that it imports; nil where none does.
  func file(declaring symbol: String) -> [[UInt8]]? {
    filesBySymbol[symbol].flatMap { file(named: $0) }
  }

  /// Whether a full name is a message's.
  func isMessage(_ symbol: String) -> Bool { messages.contains(symbol) }
}

extension DescriptorIndex {
  private typealias Field = (number: UInt32, bytes: [UInt8])

  /// The fields of a message that hold text, bytes or a message.
  private static func fields(of message: [UInt8]) throws(ProtobufFault) -> [Field] {
    var reader = ProtobufReader()
    var fields: [Field] = []
    let span = message.span
    while let tag = try reader.tag(span) {
      guard tag.type == .lengthDelimited else {
        try reader.skip(tag, span)
        continue
      }
      let range = try reader.range(tag, span)
      fields.append((tag.number, Array(message[range])))
    }
    return fields
  }

  private static func text(_ number: UInt32, of fields: [Field]) -> String {
    fields.first { $0.number == number }.map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
  }

  private mutating func add(_ file: [UInt8]) throws(ProtobufFault) {
    let fields = try Self.fields(of: file)
    let name = Self.text(1, of: fields)
    let package = Self.text(2, of: fields)
    let imports = fields.filter { $0.number == 3 }.map { String(decoding: $0.bytes, as: UTF8.self) }
    files[name] = File(bytes: file, imports: imports)
    for field in fields {
      switch field.number {
      case 4: try addMessage(field.bytes, in: package, of: name)
      case 5: try addEnum(field.bytes, in: package, of: name)
      case 6: try addNames(field.bytes, membersAt: 2, in: package, of: name)
      default: break
      }
    }
  }

  private mutating func addMessage(
    _ message: [UInt8], in scope: String, of file: String
  ) throws(ProtobufFault) {
    let full = try addNames(message, membersAt: 2, in: scope, of: file)
    messages.insert(full)
    for field in try Self.fields(of: message) {
      switch field.number {
      case 3: try addMessage(field.bytes, in: full, of: file)
      case 4: try addEnum(field.bytes, in: full, of: file)
      case 8: try addNames(field.bytes, membersAt: nil, in: full, of: file)
      default: break
      }
    }
  }

  /// The values of an enum are declared beside it, not in it.
  private mutating func addEnum(
    _ description: [UInt8], in scope: String, of file: String
  ) throws(ProtobufFault) {
    try addNames(description, membersAt: nil, in: scope, of: file)
    for value in try Self.fields(of: description) where value.number == 2 {
      try addNames(value.bytes, membersAt: nil, in: scope, of: file)
    }
  }

  /// Adds the name of a description, and those of its members, and returns the full one.
  @discardableResult
  private mutating func addNames(
    _ description: [UInt8], membersAt number: UInt32?, in scope: String, of file: String
  ) throws(ProtobufFault) -> String {
    let fields = try Self.fields(of: description)
    let full = (scope.isEmpty ? "" : scope + ".") + Self.text(1, of: fields)
    filesBySymbol[full] = file
    for member in fields where member.number == number {
      try addNames(member.bytes, membersAt: nil, in: full, of: file)
    }
    return full
  }
}
