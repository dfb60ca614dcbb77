// SPDX-License-Identifier: Apache-2.0

/// A system of writing, of those that many quotes are written in.
enum Script: String, CaseIterable, Sendable {
  case latin = "Latin"
  case greek = "Greek"
  case cyrillic = "Cyrillic"
  case armenian = "Armenian"
  case hebrew = "Hebrew"
  case arabic = "Arabic"
  case devanagari = "Devanagari"
  case bengali = "Bengali"
  case tamil = "Tamil"
  case thai = "Thai"
  case georgian = "Georgian"
  case hangul = "Hangul"
  case kana = "Kana"
  case han = "Han"

  /// The script of a letter; nil for what is none, or is of a script that is not listed here.
  init?(of scalar: Unicode.Scalar) {
    let value = scalar.value
    if value < 0x80 {
      guard (0x41...0x5A).contains(value & ~0x20) else { return nil }
      self = .latin
      return
    }
    guard let script = Self.script(ofBlock: value), scalar.properties.isAlphabetic else {
      return nil
    }
    self = script
  }

  /// By Unicode's blocks, since the standard library does not tell the property Script. What stands
  /// in a block and is no letter, or is common to scripts, is sorted out by `isAlphabetic`.
  private static func script(ofBlock value: UInt32) -> Script? {
    switch value {
    case 0xB5: nil  // The micro sign.
    case 0xAA...0x24F, 0x250...0x2AF, 0x1E00...0x1EFF, 0x2C60...0x2C7F, 0xA720...0xA7FF,
      0xAB30...0xAB6F, 0xFB00...0xFB06, 0xFF21...0xFF5A:
      .latin
    case 0x370...0x3FF, 0x1F00...0x1FFF: .greek
    case 0x400...0x52F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF, 0xA640...0xA69F: .cyrillic
    case 0x531...0x58F, 0xFB13...0xFB17: .armenian
    case 0x590...0x5FF, 0xFB1D...0xFB4F: .hebrew
    case 0x600...0x6FF, 0x750...0x77F, 0x8A0...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFC: .arabic
    case 0x900...0x97F, 0xA8E0...0xA8FF: .devanagari
    case 0x980...0x9FF: .bengali
    case 0xB80...0xBFF: .tamil
    case 0xE00...0xE7F: .thai
    case 0x10A0...0x10FF, 0x1C90...0x1CBF, 0x2D00...0x2D2F: .georgian
    case 0x1100...0x11FF, 0x3130...0x318F, 0xAC00...0xD7A3: .hangul
    case 0x3041...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9D: .kana
    case 0x3005...0x3007, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFD: .han
    default: nil
    }
  }

  /// The scripts that a language is written in; nil where that is not known here.
  static func scripts(ofLanguage tag: String) -> Set<Script>? {
    let subtags = tag.lowercased().split(separator: "-")
    if let named = subtags.dropFirst().first(where: { $0.utf8.count == 4 }) {
      return byTag[String(named)]
    }
    return subtags.first.flatMap { byLanguage[String($0)] }
  }

  /// By ISO 15924, as language tags have it.
  private static let byTag: [String: Set<Script>] = [
    "latn": [.latin], "grek": [.greek], "cyrl": [.cyrillic], "armn": [.armenian],
    "hebr": [.hebrew], "arab": [.arabic], "deva": [.devanagari], "beng": [.bengali],
    "taml": [.tamil], "thai": [.thai], "geor": [.georgian], "hang": [.hangul],
    "kore": [.hangul, .han], "jpan": [.kana, .han], "hira": [.kana], "kana": [.kana],
    "hani": [.han], "hans": [.han], "hant": [.han],
  ]

  private static let byLanguage: [String: Set<Script>] = {
    var languages: [String: Set<Script>] = [
      "el": [.greek], "grc": [.greek], "hy": [.armenian], "he": [.hebrew], "yi": [.hebrew],
      "ar": [.arabic], "fa": [.arabic], "ur": [.arabic], "bn": [.bengali], "ta": [.tamil],
      "th": [.thai], "ka": [.georgian], "ko": [.hangul, .han], "ja": [.kana, .han], "zh": [.han],
      "lzh": [.han], "sr": [.cyrillic, .latin],
    ]
    for tag in ["ru", "uk", "bg", "be", "mk", "mn", "kk", "ky", "tg", "cu"] {
      languages[tag] = [.cyrillic]
    }
    for tag in ["hi", "mr", "ne", "sa"] { languages[tag] = [.devanagari] }
    for tag in [
      "af", "br", "ca", "cs", "cy", "da", "de", "en", "eo", "es", "et", "eu", "fi", "fr", "ga",
      "gd", "gl", "hr", "hu", "id", "is", "it", "la", "lb", "lt", "lv", "mt", "nb", "nl", "nn",
      "no", "pl", "pt", "ro", "sk", "sl", "sq", "sv", "sw", "tl", "tr", "vi",
    ] {
      languages[tag] = [.latin]
    }
    return languages
  }()
}
