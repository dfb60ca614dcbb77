// SPDX-License-Identifier: Apache-2.0

/// How the bytes of a text file stand for characters.
package enum TextEncoding: String, CaseIterable, Sendable {
  /// What everything but old files is written in.
  case utf8 = "utf-8"
  /// ISO 8859-1: each byte is the code point of that number.
  case latin1
  /// Windows-1252: as Latin-1, with printable characters for most of 0x80 to 0x9F.
  case cp1252

  /// The text, or nil where the bytes are none in this encoding.
  func decode(_ bytes: ArraySlice<UInt8>) -> String? {
    switch self {
    case .utf8: return String(validating: bytes, as: UTF8.self)
    case .latin1:
      return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    case .cp1252:
      var text = String.UnicodeScalarView()
      for byte in bytes {
        guard let scalar = Self.windows(byte) else { return nil }
        text.append(scalar)
      }
      return String(text)
    }
  }

  /// The text's bytes in UTF-8; nil where they are none in this encoding. Those that are UTF-8 to
  /// begin with are not looked at.
  func utf8(_ bytes: [UInt8]) -> [UInt8]? {
    self == .utf8 ? bytes : decode(bytes[...]).map { Array($0.utf8) }
  }

  private static func windows(_ byte: UInt8) -> Unicode.Scalar? {
    guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
    return windowsOnly[Int(byte - 0x80)]
  }

  /// 0x80 to 0x9F; five of them stand for nothing.
  private static let windowsOnly: [Unicode.Scalar?] = [
    "€", nil, "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", nil, "Ž", nil,
    nil, "‘", "’", "“", "”", "•", "–", "—", "\u{2DC}", "™", "š", "›", "œ", nil, "ž", "Ÿ",
  ]
}
