// SPDX-License-Identifier: Apache-2.0

/// Text as the query of a link carries it (`application/x-www-form-urlencoded`).
enum FormText {
  /// Writes text.
  static func encode(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var output: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2A, 0x2D, 0x2E, 0x5F: output.append(byte)
      case 0x20: output.append(UInt8(ascii: "+"))
      default: output += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}
