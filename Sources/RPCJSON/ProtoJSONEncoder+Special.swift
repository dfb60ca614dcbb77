// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

/// The types that JSON writes in ways of their own.
extension ProtoJSONEncoder {
  /// Appends such a message.
  mutating func appendSpecial(
    _ type: MessageType, _ wire: Span<UInt8>, to output: inout [UInt8]
  ) throws(Failure) {
    switch type.form {
    case .fields:
      output.append(UInt8(ascii: "{"))
      try appendFields(type, wire, isFirst: true, to: &output)
      output.append(UInt8(ascii: "}"))
    case .timestamp:
      guard try moment(wire).appendTimestamp(to: &output) else {
        throw .beyondWords("A time lies outside of the years 1 to 9999")
      }
    case .duration:
      guard try moment(wire).appendDuration(to: &output) else {
        throw .beyondWords("A duration is longer than 10,000 years, or has two signs")
      }
    case .fieldMask: try appendFieldMask(wire, to: &output)
    case .wrapper: try appendWrapper(type, wire, to: &output)
    case .structure: try appendOnlyField(of: type, wire, empty: "{}", to: &output)
    case .value: try appendAnyValue(type, wire, to: &output)
    case .list: try appendOnlyField(of: type, wire, empty: "[]", to: &output)
    case .any: try appendAny(wire, to: &output)
    }
  }

  private func moment(_ wire: Span<UInt8>) throws(Failure) -> MomentText {
    do throws(ProtobufFault) { return try MomentText(wire) } catch { throw Failure(error) }
  }

  private func appendFieldMask(_ wire: Span<UInt8>, to output: inout [UInt8]) throws(Failure) {
    var paths: [String] = []
    try forEachField(wire) { number, content throws(Failure) in
      guard number == 1 else { return }
      guard content.isUTF8 else { throw .malformed }
      let path = content.text
      let name = FieldNames.lowerCamelCase(path)
      // What doesn't come back from JSON as it went can't be told by it.
      guard FieldNames.snakeCase(name[...]) == path else {
        throw .beyondWords("A field mask has a path that isn't written as fields are")
      }
      paths.append(name)
    }
    output += JSONText.quoted(paths.joined(separator: ","))
  }

  private mutating func appendWrapper(
    _ type: MessageType, _ wire: Span<UInt8>, to output: inout [UInt8]
  ) throws(Failure) {
    let kind = type.fields[0].kind
    guard let last = try last(of: type, wire) else { return appendDefault(kind, to: &output) }
    _ = try appendValue(kind, last, wire, keepsDefault: true, to: &output)
  }

  /// What stands for a message's one field: an object's members are the entries of a map, and a
  /// list's those of a repeated one. `empty` where it has none.
  private mutating func appendOnlyField(
    of type: MessageType, _ wire: Span<UInt8>, empty: String, to output: inout [UInt8]
  ) throws(Failure) {
    let start = output.count
    try appendFields(type, wire, isFirst: true, to: &output)
    if output.count == start {
      output += empty.utf8
    } else {
      output.removeSubrange(start..<start + type.fields[0].label.count)
    }
  }

  private mutating func appendAnyValue(
    _ type: MessageType, _ wire: Span<UInt8>, to output: inout [UInt8]
  ) throws(Failure) {
    guard let last = try last(of: type, wire) else {
      throw .beyondWords("A google.protobuf.Value holds nothing")
    }
    let kind = type.fields[last.field].kind
    let start = output.count
    _ = try appendValue(kind, last, wire, keepsDefault: true, to: &output)
    if case .double = kind, output[start] == UInt8(ascii: "\"") {
      throw .beyondWords("A google.protobuf.Value holds a number that is none")
    }
  }

  /// The field that came last of a message that has one.
  private mutating func last(
    of type: MessageType, _ wire: Span<UInt8>
  ) throws(Failure) -> Occurrence? {
    try withFields(of: type, wire) { $0.max { $0.value.lowerBound < $1.value.lowerBound } }
  }

  private mutating func appendAny(_ wire: Span<UInt8>, to output: inout [UInt8]) throws(Failure) {
    var url = ""
    var value: [UInt8] = []
    try forEachField(wire) { number, content throws(Failure) in
      if number == 1 {
        guard content.isUTF8 else { throw .malformed }
        url = content.text
      }
      if number == 2 {
        value = []
        value.append(copying: content)
      }
    }
    guard !url.isEmpty || !value.isEmpty else { return output += "{}".utf8 }
    let name = url.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard let message = schema.message(String(name)) else {
      throw .beyondWords("A google.protobuf.Any holds a \(name.prefix(80)), which is not known")
    }
    let type = schema.messages[message.index]
    output += "{\"@type\":".utf8
    output += JSONText.quoted(url)
    if type.form == .fields {
      try appendFields(type, value.span, isFirst: false, to: &output)
    } else {
      output += ",\"value\":".utf8
      try appendMessage(type, value.span, to: &output)
    }
    output.append(UInt8(ascii: "}"))
  }

  /// Calls `body` with each field of a message that has a length.
  private func forEachField(
    _ wire: Span<UInt8>, _ body: (UInt32, Span<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    var reader = ProtobufReader()
    while true {
      var range: Range<Int>?
      let number: UInt32
      do throws(ProtobufFault) {
        guard let tag = try reader.tag(wire) else { return }
        number = tag.number
        if tag.type == .lengthDelimited {
          range = try reader.range(tag, wire)
        } else {
          try reader.skip(tag, wire)
        }
      } catch {
        throw Failure(error)
      }
      if let range { try body(number, wire.extracting(range)) }
    }
  }
}
