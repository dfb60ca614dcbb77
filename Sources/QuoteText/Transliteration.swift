// SPDX-License-Identifier: Apache-2.0

internal import CUTF8Proc

/// Writes text in ASCII, for displays that have nothing else.
package enum Transliteration {
  /// Returns the text in printable ASCII and line feeds.
  ///
  /// Latin letters lose their marks, in German umlauts become two letters; Greek and Cyrillic are
  /// spelled as people do in messages; the printer's quotation marks, dashes and blanks become plain
  /// ones. Any other character becomes one `?`.
  /// - Parameter language: Of the text, BCP 47; may be empty.
  package static func ascii(_ text: String, language: String) -> String {
    if text.utf8.allSatisfy({ $0 == 0x0A || (0x20...0x7E).contains($0) }) { return text }
    let isGerman = language.lowercased().prefix { $0 != "-" } == "de"
    var output = ""
    for grapheme in text {
      if grapheme == "\n" {
        output.append("\n")
      } else {
        output += ascii(grapheme, isGerman: isGerman)
      }
    }
    return output
  }

  private static func ascii(_ grapheme: Character, isGerman: Bool) -> String {
    if isGerman, let letters = umlauts[grapheme] { return letters }
    var output = ""
    var hasUnknown = false
    for scalar in grapheme.unicodeScalars {
      if let known = spelling(of: scalar) {
        output += known
      } else {
        hasUnknown = true
      }
    }
    return output.isEmpty && hasUnknown ? "?" : output
  }

  /// What a scalar is written as, which is nothing for a mark; nil where nobody knows.
  private static func spelling(of scalar: Unicode.Scalar) -> String? {
    if (0x20...0x7E).contains(scalar.value) { return String(Character(scalar)) }
    if let known = table[scalar] { return known }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return ""
    default: break
    }
    var parts: [Int32] = []
    let options = utf8proc_option_t(UTF8PROC_STABLE.rawValue | UTF8PROC_COMPAT.rawValue)
    Decomposition.append(scalar, options: options, to: &parts)
    let pieces = parts.compactMap { Unicode.Scalar(UInt32(bitPattern: $0)) }
    guard pieces != [scalar] else { return nil }
    var output = ""
    for piece in pieces {
      guard let known = spelling(of: piece) else { return nil }
      output += known
    }
    return output
  }

  private static let umlauts: [Character: String] = [
    "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue",
  ]

  /// What no decomposition tells.
  private static let table: [Unicode.Scalar: String] = [
    "‘": "'", "’": "'", "‚": "'", "‛": "'", "′": "'", "‹": "'", "›": "'", "´": "'", "ʼ": "'",
    "“": "\"", "”": "\"", "„": "\"", "‟": "\"", "″": "\"", "«": "\"", "»": "\"", "「": "\"",
    "」": "\"", "『": "\"", "』": "\"", "《": "\"", "》": "\"",
    "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "―": "-", "−": "-", "•": "*", "·": ".",
    "、": ",", "。": ".", "¡": "!", "¿": "?", "×": "x", "÷": "/", "⁄": "/", "€": "EUR", "£": "GBP",
    "¥": "JPY",
    "©": "(c)", "®": "(r)", "°": "deg", "§": "S.", "¨": "\"", "¯": "-", "¸": ",",
    "ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ø": "o", "Ø": "O",
    "đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th", "ł": "l", "Ł": "L", "ħ": "h",
    "Ħ": "H", "ı": "i", "ŋ": "ng", "Ŋ": "Ng", "ə": "e", "Ə": "E",
    "α": "a", "β": "v", "γ": "g", "δ": "d", "ε": "e", "ζ": "z", "η": "i", "θ": "th", "ι": "i",
    "κ": "k", "λ": "l", "μ": "m", "ν": "n", "ξ": "x", "ο": "o", "π": "p", "ρ": "r", "σ": "s",
    "ς": "s", "τ": "t", "υ": "y", "φ": "f", "χ": "ch", "ψ": "ps", "ω": "o",
    "Α": "A", "Β": "V", "Γ": "G", "Δ": "D", "Ε": "E", "Ζ": "Z", "Η": "I", "Θ": "Th", "Ι": "I",
    "Κ": "K", "Λ": "L", "Μ": "M", "Ν": "N", "Ξ": "X", "Ο": "O", "Π": "P", "Ρ": "R", "Σ": "S",
    "Τ": "T", "Υ": "Y", "Φ": "F", "Χ": "Ch", "Ψ": "Ps", "Ω": "O",
    "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ж": "zh", "з": "z", "и": "i",
    "й": "y", "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s",
    "т": "t", "у": "u", "ф": "f", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "",
    "ы": "y", "ь": "", "э": "e", "ю": "yu", "я": "ya", "і": "i", "є": "ye", "ґ": "g", "ј": "j",
    "љ": "lj", "њ": "nj", "ћ": "c", "ђ": "dj", "џ": "dz",
    "А": "A", "Б": "B", "В": "V", "Г": "G", "Д": "D", "Е": "E", "Ж": "Zh", "З": "Z", "И": "I",
    "Й": "Y", "К": "K", "Л": "L", "М": "M", "Н": "N", "О": "O", "П": "P", "Р": "R", "С": "S",
    "Т": "T", "У": "U", "Ф": "F", "Х": "Kh", "Ц": "Ts", "Ч": "Ch", "Ш": "Sh", "Щ": "Shch", "Ъ": "",
    "Ы": "Y", "Ь": "", "Э": "E", "Ю": "Yu", "Я": "Ya", "І": "I", "Є": "Ye", "Ґ": "G", "Ј": "J",
    "Љ": "Lj", "Њ": "Nj", "Ћ": "C", "Ђ": "Dj", "Џ": "Dz",
  ]
}
