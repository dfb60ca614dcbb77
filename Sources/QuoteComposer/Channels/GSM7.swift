// SPDX-License-Identifier: Apache-2.0

/// The GSM 7-bit default alphabet and its extension table (3GPP TS 23.038, 6.2.1).
enum GSM7 {
  /// The septets that a text takes; nil where the alphabet doesn't have one of its characters.
  static func septets(_ text: String) -> Int? {
    var count = 0
    for scalar in text.unicodeScalars {
      guard let septets = septets(scalar) else { return nil }
      count += septets
    }
    return count
  }

  /// The text as a typewriter would have it: with plain quotation marks, dashes and blanks instead
  /// of the printer's; nil where even so the alphabet doesn't hold it. No letter is changed.
  static func typed(_ text: String) -> String? {
    var output = String.UnicodeScalarView()
    var previous: Unicode.Scalar = "\n"
    for scalar in text.unicodeScalars {
      if septets(scalar) != nil {
        output.append(scalar)
      } else if isPrintersBlank(scalar) {
        if previous != "«" { output.append(" ") }  // Which sets it off in French.
      } else if let plain = substitutes[scalar] {
        if scalar == "»", isPrintersBlank(previous), output.last == " " { output.removeLast() }
        output.append(contentsOf: plain.unicodeScalars)
      } else {
        return nil
      }
      previous = scalar
    }
    return String(output)
  }

  /// The septets that a character takes, an escape before it included; nil where it is not there.
  private static func septets(_ scalar: Unicode.Scalar) -> Int? {
    let index = Int(scalar.value)
    guard index < costs.count else { return scalar == "€" ? 2 : nil }
    return costs[index] == 0 ? nil : costs[index]
  }

  /// The septets by the number of a character, up to the last Greek letter; 0 = not there.
  private static let costs: [Int] = {
    let alphabet =
      "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZ"
      + "ÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
    var costs = Array(repeating: 0, count: 0x3AA)
    for scalar in alphabet.unicodeScalars { costs[Int(scalar.value)] = 1 }
    for scalar in "^{}\\[~]|".unicodeScalars { costs[Int(scalar.value)] = 2 }
    return costs
  }()

  private static func isPrintersBlank(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xA0, 0x2000...0x200A, 0x202F, 0x205F: true
    default: false
    }
  }

  private static let substitutes: [Unicode.Scalar: String] = [
    "‘": "'", "’": "'", "‚": "'", "‛": "'", "′": "'", "‹": "'", "›": "'", "´": "'", "`": "'",
    "“": "\"", "”": "\"", "„": "\"", "‟": "\"", "″": "\"", "«": "\"", "»": "\"",
    "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "―": "-", "−": "-", "…": "...", "•": "-",
    "\u{AD}": "", "\u{200B}": "", "\u{2060}": "",
  ]
}
