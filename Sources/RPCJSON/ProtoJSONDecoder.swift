// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

extension ProtoSchema {
  /// Appends the encoded message that a text of JSON stands for ("ProtoJSON Format").
  ///
  /// It is strict, as the format is by default: a field that the message doesn't have, or one that
  /// comes twice, is an error that names it. The text is read once, front to back, and memory is
  /// taken for nothing but the message: a number at most ten bytes for two of the text, all else
  /// no more than it takes in the text.
  package func appendMessage(
    _ message: ProtoMessage, fromJSON text: Span<UInt8>, to output: inout [UInt8]
  ) throws(ProtoJSONError) {
    guard text.isUTF8 else { throw ProtoJSONError("This is no JSON: it is not UTF-8.") }
    var decoder = ProtoJSONDecoder(schema: self)
    try decoder.readMessage(messages[message.index], text, into: &output)
    try decoder.reader.end(text)
  }
}

/// Reads one text of JSON as a message, and writes that as it goes.
struct ProtoJSONDecoder {
  let schema: ProtoSchema
  var reader = JSONReader()

  init(schema: ProtoSchema) { self.schema = schema }

  /// Reads a value that stands for a message.
  mutating func readMessage(
    _ type: MessageType, _ text: Span<UInt8>, into output: inout [UInt8]
  ) throws(ProtoJSONError) {
    if type.form == .fields {
      guard try reader.start(text) == .object else {
        throw reader.mismatch(text, "an object with the fields of \(type.name)")
      }
      try readFields(type, text, into: &output)
    } else {
      try readSpecial(type, text, into: &output)
    }
  }

  /// Reads the members of an object as the fields of a message, but those of one name.
  mutating func readFields(
    _ type: MessageType, except skipped: String? = nil, _ text: Span<UInt8>,
    into output: inout [UInt8]
  ) throws(ProtoJSONError) {
    try reader.enter(text)
    var seen = SeenFields()
    var isFirst = true
    while try reader.next(text, until: "}", isFirst: isFirst) {
      isFirst = false
      let name = try reader.name(text)
      if name == skipped {
        try reader.skip(text)
        continue
      }
      guard let index = type.byName[name] else { throw Self.unknownField(name, of: type) }
      let field = type.fields[index]
      guard seen.insert(index) else {
        throw ProtoJSONError("The field is there twice.").inside(field.jsonName)
      }
      do throws(ProtoJSONError) {
        try readField(field, &seen, text, into: &output)
      } catch {
        throw error.inside(field.jsonName)
      }
    }
  }

  private mutating func readField(
    _ field: FieldType, _ seen: inout SeenFields, _ text: Span<UInt8>, into output: inout [UInt8]
  ) throws(ProtoJSONError) {
    if try reader.start(text) == .null, field.isRepeated || !takesNull(field.kind) {
      // As if it weren't there.
      return _ = try reader.takesNull(text)
    }
    if let oneof = field.oneof, !seen.insert(choice: oneof) {
      throw ProtoJSONError("Another field of the same choice is there too: give one of them.")
    }
    if field.isMap {
      try readMap(field, text, into: &output)
    } else if field.isRepeated {
      try readList(field, text, into: &output)
    } else {
      output.append(tag: field.number, field.kind.wireType)
      try readValue(field.kind, text, into: &output)
    }
  }

  /// Whether null is a value and doesn't mean that the field is not there.
  private func takesNull(_ kind: FieldType.Kind) -> Bool {
    switch kind {
    case .message(let index): schema.messages[index].form == .value
    case .enumeration(let index):
      schema.enumerations[index].name == "google.protobuf.NullValue"
    default: false
    }
  }

  private mutating func readList(
    _ field: FieldType, _ text: Span<UInt8>, into output: inout [UInt8]
  ) throws(ProtoJSONError) {
    guard try reader.start(text) == .array else { throw reader.mismatch(text, "an array") }
    try reader.enter(text)
    let tagStart = output.count
    var pieceStart = 0
    if field.kind.isPackable {
      output.append(tag: field.number, 2)
      pieceStart = output.beginPiece()
    }
    var count = 0
    while try reader.next(text, until: "]", isFirst: count == 0) {
      if !field.kind.isPackable { output.append(tag: field.number, 2) }
      do throws(ProtoJSONError) {
        if try reader.start(text) == .null, !takesNull(field.kind) {
          throw ProtoJSONError("null is no element: leave it out.")
        }
        try readValue(field.kind, text, into: &output)
      } catch {
        throw error.inside(element: count)
      }
      count += 1
    }
    guard field.kind.isPackable else { return }
    if count == 0 {
      output.removeSubrange(tagStart...)
    } else {
      output.endPiece(from: pieceStart)
    }
  }

  private mutating func readMap(
    _ field: FieldType, _ text: Span<UInt8>, into output: inout [UInt8]
  ) throws(ProtoJSONError) {
    guard case .message(let index) = field.kind, let key = schema.messages[index].fields.first,
      let value = schema.messages[index].fields.last
    else { return }
    guard try reader.start(text) == .object else { throw reader.mismatch(text, "an object") }
    try reader.enter(text)
    var names: Set<String> = []
    while try reader.next(text, until: "}", isFirst: names.isEmpty) {
      let name = try reader.name(text)
      do throws(ProtoJSONError) {
        guard names.insert(name).inserted else { throw ProtoJSONError("The key is there twice.") }
        if try reader.start(text) == .null, !takesNull(value.kind) {
          throw ProtoJSONError("null is no value of a map: leave it out.")
        }
        output.append(tag: field.number, 2)
        let start = output.beginPiece()
        try appendKey(name, key, to: &output)
        output.append(tag: value.number, value.kind.wireType)
        try readValue(value.kind, text, into: &output)
        output.endPiece(from: start)
      } catch {
        throw error.inside("[\"\(name.prefix(40))\"]")
      }
    }
  }

  private static func unknownField(_ name: String, of type: MessageType) -> ProtoJSONError {
    let shown = name.count > 60 ? name.prefix(60) + "…" : name[...]
    var reason = "\(type.name) has no field \"\(shown)\""
    if let nearest = FieldNames.nearest(to: name, of: type.fields.map(\.jsonName)) {
      reason += ": did you mean \"\(nearest)\"?"
    } else if type.fields.isEmpty {
      reason += ", nor any other: send {}."
    } else {
      reason += "; it has \(type.fields.map(\.jsonName).joined(separator: ", "))."
    }
    return ProtoJSONError(reason)
  }
}

/// Which fields of an object were there, and of which choices.
private struct SeenFields {
  private var low: (fields: UInt64, choices: UInt64) = (0, 0)
  private var high: (fields: Set<Int>, choices: Set<Int>) = ([], [])

  /// Takes note of a field; answers whether it is new.
  mutating func insert(_ index: Int) -> Bool {
    Self.insert(index, &low.fields, &high.fields)
  }

  /// Takes note of a field's choice; answers whether it is new.
  mutating func insert(choice: Int) -> Bool {
    Self.insert(choice, &low.choices, &high.choices)
  }

  private static func insert(_ index: Int, _ low: inout UInt64, _ high: inout Set<Int>) -> Bool {
    guard index < 64 else { return high.insert(index).inserted }
    let bit: UInt64 = 1 << UInt64(index)
    defer { low |= bit }
    return low & bit == 0
  }
}
