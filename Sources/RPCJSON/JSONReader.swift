// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

/// Steps through a text of JSON (RFC 8259), strictly, one token at a time and without a tree of it:
/// a tree takes ten to a hundred times the memory of its text.
///
/// The span is passed to each step, since a copyable struct can't hold one. It must be UTF-8.
struct JSONReader {
  /// What a value begins with.
  enum Start: Equatable {
    case object, array, string, number, truth, null
  }

  /// Levels of objects and arrays that are taken, as many as protobuf takes by default.
  static let depthLimit = 100

  var position = 0
  private var depth = 0

  /// Looks what kind of value comes next, past blanks.
  mutating func start(_ text: Span<UInt8>) throws(ProtoJSONError) -> Start {
    skipBlanks(text)
    guard position < text.count else { throw .ended }
    switch text[position] {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .truth
    case UInt8(ascii: "n"): return .null
    default: throw unexpected(text, "a value")
    }
  }

  /// Takes `null` if it comes next; answers whether it did.
  mutating func takesNull(_ text: Span<UInt8>) throws(ProtoJSONError) -> Bool {
    guard try start(text) == .null else { return false }
    try take("null", text)
    return true
  }

  /// Reads `true` or `false`.
  mutating func truth(_ text: Span<UInt8>) throws(ProtoJSONError) -> Bool {
    let isTrue = text[position] == UInt8(ascii: "t")
    try take(isTrue ? "true" : "false", text)
    return isTrue
  }

  /// Reads a number; answers where it lies.
  mutating func number(_ text: Span<UInt8>) throws(ProtoJSONError) -> Range<Int> {
    let start = position
    let end = DecimalText.end(text, from: start)
    position = end ?? position
    guard let end else { throw unexpected(text, "a number") }
    return start..<end
  }

  /// Enters an object or an array.
  mutating func enter(_ text: Span<UInt8>) throws(ProtoJSONError) {
    depth += 1
    guard depth <= Self.depthLimit else {
      throw ProtoJSONError("It is nested deeper than \(Self.depthLimit) levels.")
    }
    position += 1
  }

  /// Goes to the next member or element, or leaves at the closing bracket: answers whether there is
  /// one.
  mutating func next(
    _ text: Span<UInt8>, until close: Character, isFirst: Bool
  ) throws(ProtoJSONError) -> Bool {
    skipBlanks(text)
    guard position < text.count else { throw .ended }
    if text[position] == close.asciiValue {
      position += 1
      depth -= 1
      return false
    }
    if isFirst { return true }
    guard text[position] == UInt8(ascii: ",") else {
      throw unexpected(text, "a comma or \(close)")
    }
    position += 1
    return true
  }

  /// Reads the name of a member and the colon behind it.
  mutating func name(_ text: Span<UInt8>) throws(ProtoJSONError) -> String {
    skipBlanks(text)
    var name: [UInt8] = []
    try string(text, into: &name)
    skipBlanks(text)
    guard position < text.count else { throw .ended }
    guard text[position] == UInt8(ascii: ":") else { throw unexpected(text, "a colon") }
    position += 1
    return String(decoding: name, as: UTF8.self)
  }

  /// Nothing but blanks may follow.
  mutating func end(_ text: Span<UInt8>) throws(ProtoJSONError) {
    skipBlanks(text)
    guard position == text.count else { throw unexpected(text, "nothing more") }
  }

  /// Passes over a value, which must be as JSON has it.
  mutating func skip(_ text: Span<UInt8>) throws(ProtoJSONError) {
    switch try start(text) {
    case .null: try take("null", text)
    case .truth: _ = try truth(text)
    case .number: _ = try number(text)
    case .string:
      var ignored: [UInt8] = []
      try string(text, into: &ignored)
    case .array:
      try enter(text)
      var isFirst = true
      while try next(text, until: "]", isFirst: isFirst) {
        isFirst = false
        try skip(text)
      }
    case .object:
      try enter(text)
      var isFirst = true
      while try next(text, until: "}", isFirst: isFirst) {
        isFirst = false
        _ = try name(text)
        try skip(text)
      }
    }
  }

  private mutating func skipBlanks(_ text: Span<UInt8>) {
    while position < text.count {
      switch text[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  private mutating func take(_ word: String, _ text: Span<UInt8>) throws(ProtoJSONError) {
    let count = word.utf8.count
    guard text.count - position >= count,
      text.extracting(position..<position + count).equals(word)
    else { throw unexpected(text, word) }
    position += count
  }

  /// What is wrong where the reader is.
  func unexpected(_ text: Span<UInt8>, _ wanted: String) -> ProtoJSONError {
    guard position < text.count else { return .ended }
    var end = min(text.count, position + 20)
    // Not within a character of UTF-8.
    while end < text.count, end > position, text[end] & 0xC0 == 0x80 { end -= 1 }
    let found = text.extracting(position..<end).text
    return ProtoJSONError(
      "This is no JSON: at byte \(position) is \"\(found)\" where \(wanted) should be.")
  }
}

extension ProtoJSONError {
  static let ended = ProtoJSONError("This is no JSON: it ends too early.")
}
