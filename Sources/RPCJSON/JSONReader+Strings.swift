// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

/// Strings: what stands between quotation marks, with its escapes (RFC 8259, section 7).
extension JSONReader {
  /// Reads a string, and appends what it stands for, as UTF-8.
  mutating func string(
    _ text: Span<UInt8>, into output: inout [UInt8]
  ) throws(ProtoJSONError) {
    guard position < text.count else { throw .ended }
    guard text[position] == UInt8(ascii: "\"") else {
      throw unexpected(text, "a string in quotation marks")
    }
    position += 1
    while true {
      let start = position
      while position < text.count, Self.isPlain(text[position]) { position += 1 }
      output.append(copying: text.extracting(start..<position))
      guard position < text.count else { throw .ended }
      switch text[position] {
      case UInt8(ascii: "\""):
        position += 1
        return
      case UInt8(ascii: "\\"): try escape(text, into: &output)
      default:
        throw ProtoJSONError(
          "This is no JSON: a string has a control character at byte \(position): write it as an "
            + "escape, such as \\n.")
      }
    }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private mutating func escape(
    _ text: Span<UInt8>, into output: inout [UInt8]
  ) throws(ProtoJSONError) {
    guard position + 1 < text.count else { throw .ended }
    let letter = text[position + 1]
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): output.append(letter)
    case UInt8(ascii: "b"): output.append(0x08)
    case UInt8(ascii: "f"): output.append(0x0C)
    case UInt8(ascii: "n"): output.append(0x0A)
    case UInt8(ascii: "r"): output.append(0x0D)
    case UInt8(ascii: "t"): output.append(0x09)
    case UInt8(ascii: "u"): return try unicodeEscape(text, into: &output)
    default: throw unexpected(text, "an escape that JSON has")
    }
    position += 2
  }

  private mutating func unicodeEscape(
    _ text: Span<UInt8>, into output: inout [UInt8]
  ) throws(ProtoJSONError) {
    let start = position
    var code = try codeUnit(text)
    if 0xD800...0xDBFF ~= code, position + 1 < text.count,
      text[position] == UInt8(ascii: "\\"), text[position + 1] == UInt8(ascii: "u")
    {
      let low = try codeUnit(text)
      guard 0xDC00...0xDFFF ~= low else { throw Self.loneSurrogate(at: start) }
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else { throw Self.loneSurrogate(at: start) }
    output.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
  }

  /// Reads `\uXXXX`.
  private mutating func codeUnit(_ text: Span<UInt8>) throws(ProtoJSONError) -> UInt32 {
    guard position + 6 <= text.count else { throw .ended }
    var code: UInt32 = 0
    for index in position + 2..<position + 6 {
      let digit: UInt8
      switch text[index] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = text[index] - 0x30
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = text[index] - 0x37
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = text[index] - 0x57
      default: throw unexpected(text, "four digits of an escape")
      }
      code = code << 4 | UInt32(digit)
    }
    position += 6
    return code
  }

  private static func loneSurrogate(at position: Int) -> ProtoJSONError {
    ProtoJSONError(
      "A string has half of a surrogate pair at byte \(position), which is no character.")
  }
}
