// SPDX-License-Identifier: Apache-2.0

/// Characters that a quote may hold but hardly should: traces of lost or misread characters, and
/// what is not seen or looks like a space.
enum OddCharacters {
  /// What is odd in a text, each once, such as `U+00A0 NO-BREAK SPACE`; at most five.
  static func found(in text: String, language: String) -> [String] {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return [] }
    let context = Context(text, language: language)
    var found: [String] = []
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      if found.count < 5 {
        let name =
          isMisread(previous, scalar)
          ? "\(number(of: previous)) \(number(of: scalar)), which is UTF-8 that was read as Latin-1"
          : isOdd(scalar, after: previous, context) ? name(of: scalar) : nil
        if let name, !found.contains(name) { found.append(name) }
      }
      previous = scalar
    }
    return found
  }

  /// What makes a character usual that else is odd.
  private struct Context {
    let isFrench: Bool
    var hasIdeographs = false
    var isRightToLeft = false
    var isUnspaced = false

    init(_ text: String, language: String) {
      isFrench = language == "fr" || language.hasPrefix("fr-")
      for scalar in text.unicodeScalars {
        switch scalar.value {
        case 0x3041...0x30FF, 0x3400...0x9FFF, 0xAC00...0xD7A3, 0x20000...0x3FFFD:
          hasIdeographs = true
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC: isRightToLeft = true
        case 0xE00...0xEFF, 0x1000...0x109F, 0x1780...0x17FF: isUnspaced = true
        default: break
        }
      }
    }
  }

  private static func isOdd(
    _ scalar: Unicode.Scalar, after previous: Unicode.Scalar, _ context: Context
  ) -> Bool {
    switch scalar.value {
    case ..<0x80: false
    case 0xA0, 0x202F: !context.isFrench
    case 0x1680, 0x2000...0x200A, 0x205F: true
    case 0x3000: !context.hasIdeographs
    case 0xAD, 0x2060...0x2064, 0x180E: true
    case 0x200B: !context.isUnspaced
    // Joiners shape letters of some scripts and build emoji; beside these letters they do nothing.
    case 0x200C, 0x200D:
      previous.properties.isWhitespace
        || [.latin, .greek, .cyrillic].contains(Script(of: previous))
    case 0x200E, 0x200F: !context.isRightToLeft
    case 0xFFF9...0xFFFD: true
    case 0xE000...0xF8FF, 0xF0000...: true
    default: false
    }
  }

  /// Whether two characters are the beginning of one that was decoded by the wrong rules.
  private static func isMisread(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
    switch first {
    case "Ã", "Å", "Ä": (0x80...0xBF).contains(second.value)
    case "Â": (0xA0...0xBF).contains(second.value)
    case "â": second == "€" || second.value == 0x80
    default: false
    }
  }

  private static func name(of scalar: Unicode.Scalar) -> String {
    "\(number(of: scalar)) \(scalar.properties.name ?? "PRIVATE USE")"
  }

  private static func number(of scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
