// SPDX-License-Identifier: Apache-2.0

internal import CJansson

extension JSONValue {
  /// The levels of arrays and objects that are taken.
  package static let depthLimit = 32

  /// Reads one value, strictly (RFC 8259): nothing but white space may stand around it, no object
  /// may have a name twice, and no surrogate stand alone. U+0000 in a text is kept.
  package init(reading bytes: ArraySlice<UInt8>) throws(JSONError) {
    var problem = json_error_t()
    let flags = JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_ALLOW_NUL
    let root = unsafe bytes.withUnsafeBytes { buffer in
      unsafe buffer.withMemoryRebound(to: CChar.self) { characters in
        // jansson takes no null pointer, not even for an empty text.
        unsafe characters.baseAddress.flatMap { start in
          unsafe json_loadb(start, characters.count, Int(flags), &problem)
        }
      }
    }
    guard let root = unsafe root else {
      guard !bytes.isEmpty else { throw JSONError(.incomplete, line: 1, column: 0) }
      throw JSONError(problem)
    }
    defer { unsafe json_decref(root) }
    guard let value = unsafe Self.value(of: root, levels: Self.depthLimit) else {
      throw JSONError(.tooDeep(limit: Self.depthLimit), line: 1, column: 0)
    }
    self = value
  }

  /// Copies a value out of jansson's memory; nil where it has more levels.
  private static func value(of raw: UnsafeMutablePointer<json_t>, levels: Int) -> JSONValue? {
    switch unsafe raw.pointee.type {
    case JSON_OBJECT: unsafe members(of: raw, levels: levels - 1).map { .object($0) }
    case JSON_ARRAY: unsafe elements(of: raw, levels: levels - 1).map { .array($0) }
    case JSON_STRING:
      .string(unsafe text(json_string_value(raw), count: json_string_length(raw)))
    case JSON_INTEGER: .integer(unsafe json_integer_value(raw))
    case JSON_REAL: .real(unsafe json_real_value(raw))
    case JSON_TRUE: .bool(true)
    case JSON_FALSE: .bool(false)
    default: .null
    }
  }

  private static func elements(
    of raw: UnsafeMutablePointer<json_t>, levels: Int
  ) -> [JSONValue]? {
    guard levels >= 0 else { return nil }
    var values: [JSONValue] = []
    let count = unsafe json_array_size(raw)
    for index in 0..<count {
      guard let element = unsafe json_array_get(raw, index),
        let value = unsafe value(of: element, levels: levels)
      else { return nil }
      values.append(value)
    }
    return values
  }

  /// jansson's iteration keeps the order of the text.
  private static func members(of raw: UnsafeMutablePointer<json_t>, levels: Int) -> [Member]? {
    guard levels >= 0 else { return nil }
    var members: [Member] = []
    var iterator = unsafe json_object_iter(raw)
    while let entry = unsafe iterator {
      guard let member = unsafe json_object_iter_value(entry),
        let value = unsafe value(of: member, levels: levels)
      else { return nil }
      let name = unsafe text(json_object_iter_key(entry), count: json_object_iter_key_len(entry))
      members.append(Member(name, value))
      unsafe iterator = json_object_iter_next(raw, entry)
    }
    return members
  }

  /// A text that jansson has checked to be UTF-8.
  private static func text(_ start: UnsafePointer<CChar>?, count: Int) -> String {
    guard let start = unsafe start else { return "" }
    return unsafe start.withMemoryRebound(to: UInt8.self, capacity: count) { bytes in
      unsafe String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }
  }
}

extension JSONError {
  /// Translates what jansson reports.
  fileprivate init(_ problem: json_error_t) {
    var problem = problem
    let code = unsafe json_error_code(&problem)
    let detail = unsafe withUnsafeBytes(of: &problem.text) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    let reason: Reason =
      switch code {
      case json_error_invalid_utf8: .encoding
      case json_error_premature_end_of_input: .incomplete
      case json_error_end_of_input_expected: .surplus
      case json_error_duplicate_key: .duplicateName(Self.near(detail))
      case json_error_null_byte_in_key, json_error_null_character: .nulInName
      case json_error_numeric_overflow: .numberTooLarge
      // What jansson calls an overflow of the stack is its own limit of 2,048 levels.
      case json_error_stack_overflow: .tooDeep(limit: JSONValue.depthLimit)
      case json_error_out_of_memory: .noMemory
      default: .syntax(detail)
      }
    self.init(
      reason, line: max(1, Int(problem.line)), column: max(0, Int(problem.column)))
  }

  /// What stands behind "near" in jansson's words.
  private static func near(_ detail: String) -> String {
    guard let range = detail.ranges(of: "near ").first else { return detail }
    return String(detail[range.upperBound...])
  }
}
