// SPDX-License-Identifier: Apache-2.0

internal import QuoteText

/// The marks around a quotation, each with the space that belongs inside.
struct QuotationMarks: Hashable {
  let opening: String
  let closing: String

  private init(_ opening: String, _ closing: String) {
    self.opening = opening
    self.closing = closing
  }

  static let none = QuotationMarks("", "")

  /// Finds the marks of a text: its own where it stands in marks, none where it has any inside, else
  /// those of its language. Returns the text without the marks.
  static func around(_ text: String, language: String) -> (marks: QuotationMarks, body: String) {
    if let own = own(of: text) { return own }
    return (text.unicodeScalars.contains(where: isMark) ? none : of(language: language), text)
  }

  /// The marks that a language uses; of an unknown one, those of English.
  private static func of(language tag: String) -> QuotationMarks {
    let subtags = tag.lowercased().split(separator: "-").map(String.init)
    guard let language = subtags.first else { return english }
    let rest = subtags.dropFirst()
    switch language {
    case "fr" where !rest.contains("ch"): return QuotationMarks("«\u{202F}", "\u{202F}»")
    case "pt" where rest.contains("br"): return english
    case "ar", "be", "ca", "el", "es", "fa", "fr", "gl", "hy", "it", "kk", "nb", "nn", "no", "pt",
      "ru", "uk":
      return QuotationMarks("«", "»")
    case "bg", "cs", "de", "et", "is", "ka", "lt", "lv", "mk", "sk", "sl", "sq", "sr":
      return QuotationMarks("„", "“")
    case "bs", "hr", "hu", "pl", "ro": return QuotationMarks("„", "”")
    case "fi", "sv", "he": return QuotationMarks("”", "”")
    case "ja": return QuotationMarks("「", "」")
    case "zh" where !rest.filter(["hant", "tw", "hk", "mo"].contains).isEmpty:
      return QuotationMarks("「", "」")
    default: return english
    }
  }

  private static let english = QuotationMarks("“", "”")

  /// The pair that a text stands in, where nothing inside could be taken for one of the two.
  private static func own(of text: String) -> (marks: QuotationMarks, body: String)? {
    guard let first = text.first, let last = text.last, let closings = pairs[first],
      closings.contains(last), Graphemes.count(text) > 2
    else { return nil }
    let inside = text.dropFirst().dropLast()
    guard !inside.contains(first), !inside.contains(last) else { return nil }
    let body = inside.drop(while: \.isWhitespace)
    let leading = inside[..<body.startIndex]
    guard let end = body.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    let trailing = body[body.index(after: end)...]
    let marks = QuotationMarks(String(first) + leading, trailing + String(last))
    return (marks, String(body[...end]))
  }

  private static let pairs: [Character: [Character]] = [
    "\"": ["\""], "“": ["”"], "„": ["“", "”"], "«": ["»"], "»": ["«", "»"], "”": ["”"],
    "「": ["」"], "『": ["』"], "《": ["》"], "‹": ["›"], "›": ["‹"], "‘": ["’"],
  ]

  /// Whether a character is a double quotation mark, or one that does that work; the single ones
  /// may be apostrophes.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\"", "“", "”", "„", "‟", "«", "»", "「", "」", "『", "』", "〝", "〞", "＂": true
    default: false
    }
  }
}
