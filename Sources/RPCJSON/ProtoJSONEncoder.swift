// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

extension ProtoSchema {
  /// Appends the JSON that an encoded message stands for ("ProtoJSON Format"): fields by their
  /// numbers, and none that hold the default, as Connect writes them.
  ///
  /// Throws where the bytes are no such message, or where one holds what JSON has no words for, such
  /// as a time beyond the year 9999.
  package func appendJSON(
    of message: ProtoMessage, _ wire: Span<UInt8>, to output: inout [UInt8]
  ) throws(ProtoJSONError) {
    var encoder = ProtoJSONEncoder(schema: self)
    do throws(ProtoJSONEncoder.Failure) {
      try encoder.appendMessage(messages[message.index], wire, to: &output)
    } catch {
      throw ProtoJSONError(error.description)
    }
  }
}

/// Writes one message as JSON.
struct ProtoJSONEncoder {
  /// Why a message can't be written.
  enum Failure: Error, CustomStringConvertible {
    case malformed
    case tooDeep
    case beyondWords(String)

    init(_ fault: ProtobufFault) { self = .malformed }

    var description: String {
      switch self {
      case .malformed: "The bytes are no message of the type that they should be."
      case .tooDeep: "The message is nested deeper than \(JSONReader.depthLimit) levels."
      case .beyondWords(let what): "\(what), which JSON has no words for."
      }
    }
  }

  /// One field as it lies in a message: where its value is.
  struct Occurrence {
    let field: Int
    let isLengthDelimited: Bool
    let value: Range<Int>
  }

  let schema: ProtoSchema
  /// The fields of the message that is being written, behind those of the messages around it.
  private var occurrences: [Occurrence] = []
  private var depth = 0

  init(schema: ProtoSchema) { self.schema = schema }

  /// Appends a message.
  mutating func appendMessage(
    _ type: MessageType, _ wire: Span<UInt8>, to output: inout [UInt8]
  ) throws(Failure) {
    depth += 1
    guard depth <= JSONReader.depthLimit else { throw .tooDeep }
    if type.form == .fields {
      output.append(UInt8(ascii: "{"))
      try appendFields(type, wire, isFirst: true, to: &output)
      output.append(UInt8(ascii: "}"))
    } else {
      try appendSpecial(type, wire, to: &output)
    }
    depth -= 1
  }

  /// Appends the members of an object, with commas between them, and before the first where others
  /// were written before.
  mutating func appendFields(
    _ type: MessageType, _ wire: Span<UInt8>, isFirst: Bool, to output: inout [UInt8]
  ) throws(Failure) {
    let base = occurrences.count
    try find(type, wire)
    var index = base
    var isFirst = isFirst
    while index < occurrences.count {
      let field = type.fields[occurrences[index].field]
      var end = index + 1
      while end < occurrences.count, occurrences[end].field == occurrences[index].field { end += 1 }
      let start = output.count
      if !isFirst { output.append(UInt8(ascii: ",")) }
      output += field.label
      if try append(field, index..<end, wire, to: &output) {
        isFirst = false
      } else {
        output.removeSubrange(start...)
      }
      index = end
    }
    occurrences.removeSubrange(base...)
  }

  /// Finds the fields of a message, and puts them into the order of their numbers.
  mutating func find(_ type: MessageType, _ wire: Span<UInt8>) throws(Failure) {
    let base = occurrences.count
    var isSorted = true
    var reader = ProtobufReader()
    do throws(ProtobufFault) {
      while let tag = try reader.tag(wire) {
        guard let index = type.index(of: tag.number) else {
          try reader.skip(tag, wire)
          continue
        }
        let isLengthDelimited = tag.type == .lengthDelimited
        var value = reader.position..<reader.position
        if isLengthDelimited {
          value = try reader.range(tag, wire)
        } else {
          try reader.skip(tag, wire)
          value = value.lowerBound..<reader.position
        }
        if occurrences.count > base, let last = occurrences.last, last.field > index {
          isSorted = false
        }
        occurrences.append(
          Occurrence(field: index, isLengthDelimited: isLengthDelimited, value: value))
      }
    } catch {
      throw Failure(error)
    }
    guard !isSorted else { return }
    occurrences[base...].sort {
      ($0.field, $0.value.lowerBound) < ($1.field, $1.value.lowerBound)
    }
  }

  /// Appends a field's value; answers false where it is the default and goes without saying.
  private mutating func append(
    _ field: FieldType, _ range: Range<Int>, _ wire: Span<UInt8>, to output: inout [UInt8]
  ) throws(Failure) -> Bool {
    if field.isMap {
      try appendMap(field, range, wire, to: &output)
      return true
    }
    if field.isRepeated { return try appendList(field, range, wire, to: &output) }
    let last = occurrences[range.upperBound - 1]
    guard case .message(let index) = field.kind, range.count > 1 else {
      return try appendValue(
        field.kind, last, wire, keepsDefault: field.hasPresence, to: &output)
    }
    // A message that comes in pieces is all of them together.
    var joined: [UInt8] = []
    for place in range { joined.append(copying: wire.extracting(occurrences[place].value)) }
    try appendMessage(schema.messages[index], joined.span, to: &output)
    return true
  }

  private mutating func appendList(
    _ field: FieldType, _ range: Range<Int>, _ wire: Span<UInt8>, to output: inout [UInt8]
  ) throws(Failure) -> Bool {
    output.append(UInt8(ascii: "["))
    let start = output.count
    for place in range {
      let occurrence = occurrences[place]
      if field.kind.isPackable, occurrence.isLengthDelimited {
        try appendPacked(
          field.kind, occurrence.value, wire, isFirst: output.count == start, &output)
        continue
      }
      if output.count > start { output.append(UInt8(ascii: ",")) }
      _ = try appendValue(field.kind, occurrence, wire, keepsDefault: true, to: &output)
    }
    output.append(UInt8(ascii: "]"))
    return output.count > start + 1
  }

  private mutating func appendPacked(
    _ kind: FieldType.Kind, _ range: Range<Int>, _ wire: Span<UInt8>, isFirst: Bool,
    _ output: inout [UInt8]
  ) throws(Failure) {
    let piece = wire.extracting(range)
    var isFirst = isFirst
    var position = 0
    while position < piece.count {
      if !isFirst { output.append(UInt8(ascii: ",")) }
      isFirst = false
      let end = try Self.endOfScalar(kind, piece, from: position)
      try appendScalar(kind, piece.extracting(position..<end), to: &output)
      position = end
    }
  }

  private mutating func appendMap(
    _ field: FieldType, _ range: Range<Int>, _ wire: Span<UInt8>, to output: inout [UInt8]
  ) throws(Failure) {
    guard case .message(let index) = field.kind else { return }
    let entry = schema.messages[index]
    output.append(UInt8(ascii: "{"))
    // Of two entries of one key the last one counts.
    var places: [[UInt8]: Int] = [:]
    var keys: [[UInt8]] = []
    for place in range {
      let key = try mapKey(entry, wire.extracting(occurrences[place].value))
      if places.updateValue(place, forKey: key) == nil { keys.append(key) }
    }
    for (position, key) in keys.enumerated() {
      guard let place = places[key] else { continue }
      if position > 0 { output.append(UInt8(ascii: ",")) }
      output += key
      output.append(UInt8(ascii: ":"))
      try appendMapValue(entry, wire.extracting(occurrences[place].value), to: &output)
    }
    output.append(UInt8(ascii: "}"))
  }

  private mutating func mapKey(
    _ entry: MessageType, _ wire: Span<UInt8>
  ) throws(Failure) -> [UInt8] {
    var key: [UInt8] = []
    try withLast(of: 0, entry, wire) { encoder, occurrence throws(Failure) in
      let kind = entry.fields[0].kind
      if let occurrence {
        _ = try encoder.appendValue(kind, occurrence, wire, keepsDefault: true, to: &key)
      } else {
        encoder.appendDefault(kind, to: &key)
      }
    }
    return key.first == UInt8(ascii: "\"")
      ? key : [UInt8(ascii: "\"")] + key + [UInt8(ascii: "\"")]
  }

  private mutating func appendMapValue(
    _ entry: MessageType, _ wire: Span<UInt8>, to output: inout [UInt8]
  ) throws(Failure) {
    try withLast(of: 1, entry, wire) { encoder, occurrence throws(Failure) in
      let kind = entry.fields[1].kind
      if let occurrence {
        _ = try encoder.appendValue(kind, occurrence, wire, keepsDefault: true, to: &output)
      } else if case .message(let index) = kind {
        try encoder.appendMessage(encoder.schema.messages[index], [UInt8]().span, to: &output)
      } else {
        encoder.appendDefault(kind, to: &output)
      }
    }
  }

  private mutating func withLast(
    of field: Int, _ type: MessageType, _ wire: Span<UInt8>,
    _ body: (inout Self, Occurrence?) throws(Failure) -> Void
  ) throws(Failure) {
    let last = try withFields(of: type, wire) { $0.last { $0.field == field } }
    try body(&self, last)
  }

  /// Calls `body` with the fields of a message.
  mutating func withFields(
    of type: MessageType, _ wire: Span<UInt8>, _ body: (ArraySlice<Occurrence>) -> Occurrence?
  ) throws(Failure) -> Occurrence? {
    let base = occurrences.count
    try find(type, wire)
    let result = body(occurrences[base...])
    occurrences.removeSubrange(base...)
    return result
  }
}
