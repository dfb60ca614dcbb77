// SPDX-License-Identifier: Apache-2.0

/// A character that a quote may not hold, and where it is.
package struct RefusedCharacter: Hashable, Sendable, CustomStringConvertible {
  /// What it is.
  package let scalar: Unicode.Scalar
  /// The 1-based number of the grapheme it belongs to.
  package let position: Int

  /// What it is and where, such as `U+202E RIGHT-TO-LEFT OVERRIDE at character 12`.
  package var description: String {
    "U+\(scalar.hexadecimal) \(Self.name(scalar)) at character \(position)"
  }

  private static func name(_ scalar: Unicode.Scalar) -> String {
    let value = Int(scalar.value)
    if controlNames.indices.contains(value) { return controlNames[value] }
    return switch scalar.value {
    case 0x7F: "DELETE"
    case 0x85: "NEXT LINE"
    case 0x80...0x9F: "CONTROL CHARACTER"
    default: scalar.properties.name ?? "NONCHARACTER"
    }
  }

  private static let controlNames = [
    "NULL", "START OF HEADING", "START OF TEXT", "END OF TEXT", "END OF TRANSMISSION", "ENQUIRY",
    "ACKNOWLEDGE", "BELL", "BACKSPACE", "TABULATION", "LINE FEED", "LINE TABULATION", "FORM FEED",
    "CARRIAGE RETURN", "SHIFT OUT", "SHIFT IN", "DATA LINK ESCAPE", "DEVICE CONTROL ONE",
    "DEVICE CONTROL TWO", "DEVICE CONTROL THREE", "DEVICE CONTROL FOUR", "NEGATIVE ACKNOWLEDGE",
    "SYNCHRONOUS IDLE", "END OF TRANSMISSION BLOCK", "CANCEL", "END OF MEDIUM", "SUBSTITUTE",
    "ESCAPE", "INFORMATION SEPARATOR FOUR", "INFORMATION SEPARATOR THREE",
    "INFORMATION SEPARATOR TWO", "INFORMATION SEPARATOR ONE",
  ]
}

/// Looks for characters that would harm those who show a text.
package enum TextInspection {
  /// The first character that a quote may not hold, or nil.
  ///
  /// Refused are control characters (C0 but the line feed, DELETE, C1), embeddings and overrides of
  /// the writing direction, isolates that are not closed within their line or not opened,
  /// noncharacters, and tag characters outside of a flag, which can hide a text.
  package static func firstRefused(in text: String) -> RefusedCharacter? {
    // Nearly every text ends here: no byte that a refused character begins with.
    guard text.utf8.contains(where: mayBeginRefused) else { return nil }
    var openIsolates: [(scalar: Unicode.Scalar, position: Int)] = []
    var position = 0
    for grapheme in text {
      position += 1
      let isFlag = grapheme.unicodeScalars.first == "\u{1F3F4}"
      for scalar in grapheme.unicodeScalars {
        switch scalar.value {
        case 0x0A:
          if let open = openIsolates.first { return RefusedCharacter(open) }
        case 0x2066...0x2068: openIsolates.append((scalar, position))
        case 0x2069:
          if openIsolates.popLast() == nil { return RefusedCharacter((scalar, position)) }
        default:
          if scalar.isRefused(inFlag: isFlag) { return RefusedCharacter((scalar, position)) }
        }
      }
    }
    return openIsolates.first.map { RefusedCharacter($0) }
  }

  /// Returns the text without what `firstRefused(in:)` would find; isolates go altogether.
  ///
  /// For text that is passed on rather than kept, such as a note: there removing is kinder than
  /// refusing.
  package static func removingRefused(from text: String) -> String {
    guard text.utf8.contains(where: mayBeginRefused) else { return text }
    var output = String.UnicodeScalarView()
    for grapheme in text {
      let isFlag = grapheme.unicodeScalars.first == "\u{1F3F4}"
      for scalar in grapheme.unicodeScalars
      where !scalar.isRefused(inFlag: isFlag) && !(0x2066...0x2069).contains(scalar.value) {
        output.append(scalar)
      }
    }
    return String(output)
  }

  /// Whether a byte of UTF-8 begins a character that may be refused.
  private static func mayBeginRefused(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x0A: false
    case ..<0x20, 0x7F, 0xC2, 0xE2, 0xEF, 0xF0...0xF4: true
    default: false
    }
  }
}

extension RefusedCharacter {
  fileprivate init(_ found: (scalar: Unicode.Scalar, position: Int)) {
    self.init(scalar: found.scalar, position: found.position)
  }
}

extension Unicode.Scalar {
  /// The scalar's number in at least four hexadecimal digits.
  var hexadecimal: String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  fileprivate func isRefused(inFlag isInFlag: Bool) -> Bool {
    switch value {
    case 0x0A: false
    case ..<0x20, 0x7F...0x9F: true
    case 0x202A...0x202E: true
    case 0xFDD0...0xFDEF: true
    case 0xE0001, 0xE0020...0xE007F: !isInFlag
    default: value & 0xFFFE == 0xFFFE
    }
  }
}
