// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

/// The types that JSON writes in ways of their own.
extension ProtoJSONDecoder {
  /// Reads a value that stands for such a message.
  mutating func readSpecial(
    _ type: MessageType, _ text: Span<UInt8>, into output: inout [UInt8]
  ) throws(ProtoJSONError) {
    switch type.form {
    case .fields: try readFields(type, text, into: &output)
    case .timestamp:
      guard let moment = MomentText.timestamp(try special(text, "a time")) else {
        throw ProtoJSONError(
          "The string is no time of RFC 3339 from the year 1 to 9999, such as "
            + "\"2026-11-30T12:00:00Z\".")
      }
      moment.append(to: &output)
    case .duration:
      guard let moment = MomentText.duration(try special(text, "a duration")) else {
        throw ProtoJSONError(
          "The string is no duration in seconds, such as \"1.5s\", of at most 315576000000s.")
      }
      moment.append(to: &output)
    case .fieldMask: try readFieldMask(try special(text, "a field mask"), into: &output)
    case .wrapper:
      guard let field = type.fields.first else { return }
      output.append(tag: field.number, field.kind.wireType)
      try readValue(field.kind, text, into: &output)
    case .structure: try readStructure(text, into: &output)
    case .value: try readAnyValue(text, into: &output)
    case .list: try readListValue(text, into: &output)
    case .any: try readAny(text, into: &output)
    }
  }

  private mutating func special(
    _ text: Span<UInt8>, _ wanted: String
  ) throws(ProtoJSONError) -> [UInt8] {
    guard try reader.start(text) == .string else {
      throw reader.mismatch(text, "a string with \(wanted)")
    }
    return try readString(text)
  }

  private func readFieldMask(
    _ mask: [UInt8], into output: inout [UInt8]
  ) throws(ProtoJSONError) {
    guard !mask.isEmpty else { return }
    let text = String(decoding: mask, as: UTF8.self)
    for path in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard !path.isEmpty, let name = FieldNames.snakeCase(path) else {
        throw ProtoJSONError(
          "\"\(path.prefix(60))\" is no path of a field mask: names are written as in JSON, "
            + "such as \"validUntil\".")
      }
      output.append(field: 1, name)
    }
  }
}

/// `Struct`, `Value` and `ListValue`: JSON as a message.
extension ProtoJSONDecoder {
  private mutating func readStructure(
    _ text: Span<UInt8>, into output: inout [UInt8]
  ) throws(ProtoJSONError) {
    guard try reader.start(text) == .object else { throw reader.mismatch(text, "an object") }
    try reader.enter(text)
    var names: Set<String> = []
    while try reader.next(text, until: "}", isFirst: names.isEmpty) {
      let name = try reader.name(text)
      guard names.insert(name).inserted else {
        throw ProtoJSONError("The key \"\(name.prefix(40))\" is there twice.")
      }
      output.append(tag: 1, 2)
      let entry = output.beginPiece()
      output.append(field: 1, name)
      output.append(tag: 2, 2)
      let value = output.beginPiece()
      try readAnyValue(text, into: &output)
      output.endPiece(from: value)
      output.endPiece(from: entry)
    }
  }

  private mutating func readListValue(
    _ text: Span<UInt8>, into output: inout [UInt8]
  ) throws(ProtoJSONError) {
    guard try reader.start(text) == .array else { throw reader.mismatch(text, "an array") }
    try reader.enter(text)
    var isFirst = true
    while try reader.next(text, until: "]", isFirst: isFirst) {
      isFirst = false
      output.append(tag: 1, 2)
      let value = output.beginPiece()
      try readAnyValue(text, into: &output)
      output.endPiece(from: value)
    }
  }

  private mutating func readAnyValue(
    _ text: Span<UInt8>, into output: inout [UInt8]
  ) throws(ProtoJSONError) {
    switch try reader.start(text) {
    case .null:
      try reader.skip(text)
      output.append(tag: 1, 0)
      output.append(0)
    case .number:
      output.append(tag: 2, 1)
      try readValue(.double, text, into: &output)
    case .string:
      output.append(tag: 3, 2)
      try readValue(.string, text, into: &output)
    case .truth:
      output.append(tag: 4, 0)
      output.append(try reader.truth(text) ? 1 : 0)
    case .object:
      output.append(tag: 5, 2)
      let piece = output.beginPiece()
      try readStructure(text, into: &output)
      output.endPiece(from: piece)
    case .array:
      output.append(tag: 6, 2)
      let piece = output.beginPiece()
      try readListValue(text, into: &output)
      output.endPiece(from: piece)
    }
  }
}

/// `Any`: an object that says in `@type` what message its other members are.
extension ProtoJSONDecoder {
  private mutating func readAny(
    _ text: Span<UInt8>, into output: inout [UInt8]
  ) throws(ProtoJSONError) {
    guard try reader.start(text) == .object else {
      throw reader.mismatch(text, "an object with @type")
    }
    // The type may stand behind what it is needed for, so the object is read twice.
    let beginning = reader
    let url = try typeURL(text)
    let end = reader
    guard let url else {
      guard try isEmptyObject(text, from: beginning) else {
        throw ProtoJSONError("The object has no @type, which names its message.")
      }
      return
    }
    let name = url.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard let message = schema.message(String(name)), url.contains("/") else {
      throw ProtoJSONError("@type \"\(url.prefix(80))\" names no message that is known here.")
    }
    reader = beginning
    output.append(field: 1, url)
    output.append(tag: 2, 2)
    let piece = output.beginPiece()
    let type = schema.messages[message.index]
    if type.form == .fields {
      try readFields(type, except: "@type", text, into: &output)
    } else {
      try readWrapped(type, text, into: &output)
    }
    output.endPiece(from: piece)
    reader = end
  }

  private func isEmptyObject(
    _ text: Span<UInt8>, from beginning: JSONReader
  ) throws(ProtoJSONError) -> Bool {
    var reader = beginning
    try reader.enter(text)
    return try !reader.next(text, until: "}", isFirst: true)
  }

  /// Goes through an object, and gives its type.
  private mutating func typeURL(_ text: Span<UInt8>) throws(ProtoJSONError) -> String? {
    try reader.enter(text)
    var url: String?
    var isFirst = true
    while try reader.next(text, until: "}", isFirst: isFirst) {
      isFirst = false
      guard try reader.name(text) == "@type" else {
        try reader.skip(text)
        continue
      }
      guard url == nil else { throw ProtoJSONError("@type is there twice.") }
      url = String(decoding: try special(text, "a type's URL"), as: UTF8.self)
    }
    return url
  }

  /// What isn't written as an object stands in a member of its own.
  private mutating func readWrapped(
    _ type: MessageType, _ text: Span<UInt8>, into output: inout [UInt8]
  ) throws(ProtoJSONError) {
    try reader.enter(text)
    var isFirst = true
    var hasValue = false
    while try reader.next(text, until: "}", isFirst: isFirst) {
      isFirst = false
      switch try reader.name(text) {
      case "@type": try reader.skip(text)
      case "value" where !hasValue:
        hasValue = true
        try readSpecial(type, text, into: &output)
      default:
        throw ProtoJSONError("Beside @type there is one member, \"value\", for a \(type.name).")
      }
    }
  }
}
