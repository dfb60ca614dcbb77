// SPDX-License-Identifier: Apache-2.0

internal import QuoteText

/// Keeps text that is written from right to left from upsetting what is around it (UAX #9).
struct Isolation {
  /// Whether the message is read from left to right, so that other text needs isolates.
  let isNeeded: Bool

  private init(isNeeded: Bool) { self.isNeeded = isNeeded }

  /// For what has no use for isolates.
  static let none = Isolation(isNeeded: false)

  /// Takes the reader's language and, where that is empty, the quote's.
  init(locale: String, language: String) {
    isNeeded = !Self.isRightToLeft(locale.isEmpty ? language : locale)
  }

  /// Puts each line that has right-to-left letters in an isolate of its own; an isolate ends with
  /// its line in any case.
  func isolate(_ text: String) -> String {
    guard isNeeded, TextDirection.hasRightToLeft(text) else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let line = String(line)
      guard TextDirection.hasRightToLeft(line) else { return line }
      // A line that begins in Latin letters stays left to right as a whole.
      let opening = TextDirection.base(of: line) == .rightToLeft ? "\u{2067}" : "\u{2066}"
      return opening + line + "\u{2069}"
    }.joined(separator: "\n")
  }

  private static func isRightToLeft(_ tag: String) -> Bool {
    let subtags = tag.lowercased().split(separator: "-").map(String.init)
    guard let language = subtags.first else { return false }
    if let script = subtags.dropFirst().first(where: { $0.utf8.count == 4 }) {
      return scripts.contains(script)
    }
    return languages.contains(language)
  }

  private static let scripts: Set<String> = [
    "adlm", "arab", "hebr", "mand", "nkoo", "rohg", "samr", "syrc", "thaa",
  ]
  private static let languages: Set<String> = [
    "ar", "arc", "azb", "ckb", "dv", "fa", "glk", "he", "iw", "ji", "ks", "lrc", "mzn", "nqo", "ps",
    "sd", "syr", "ug", "ur", "yi",
  ]
}
