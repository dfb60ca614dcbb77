// SPDX-License-Identifier: Apache-2.0

/// The GSM 7-bit default alphabet and its extension table (3GPP TS 23.038, 6.2.1).
enum GSM7 {
  /// The septets that a text takes; nil where the alphabet doesn't have one of its characters.
  static func septets(_ text: String) -> Int? {
    var count = 0
    for scalar in text.unicodeScalars {
      if alphabet.contains(scalar) {
        count += 1
      } else if extensions.contains(scalar) {
        count += 2  // An escape goes before it.
      } else {
        return nil
      }
    }
    return count
  }

  /// The text as a typewriter would have it: with plain quotation marks, dashes and blanks instead
  /// of the printer's; nil where even so the alphabet doesn't hold it. No letter is changed.
  static func typed(_ text: String) -> String? {
    var output = String.UnicodeScalarView()
    var previous: Unicode.Scalar = "\n"
    for scalar in text.unicodeScalars {
      if alphabet.contains(scalar) || extensions.contains(scalar) {
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

  private static let alphabet = Set(
    ("@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZ"
      + "ÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà").unicodeScalars)
  private static let extensions = Set("^{}\\[~]|€".unicodeScalars)

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
