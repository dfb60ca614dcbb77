// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel

/// How one quote is written in HTML. `clients/web/quote.js` fills in the same elements.
extension Quote {
  /// The quote with who said it beneath.
  ///
  /// - Parameter link: Where the words lead; nil where they lead nowhere.
  func figure(linkingTo link: String? = nil) -> HTML {
    // Blanks and line breaks within the words are shown, so that none of the markup's may be there.
    let words: HTML = if let link { "<a href=\"\(link)\">\(text)</a>" } else { "\(text)" }
    return """
      <figure class="quote \(size)" \(languageAttributes)>
      <blockquote><p class="words">\(words)</p></blockquote>
      <figcaption class="by">— <bdi class="creator">\(creatorOrUnknown)</bdi>\
      <span class="from">\(place)</span>\(doubt)</figcaption>
      </figure>
      """
  }

  /// Who said it, for a reader.
  var creatorOrUnknown: String { creator.isEmpty ? "Unknown" : creator }

  /// The quote as a terminal shows it: the words, and who said them on a line of its own.
  var plainText: String { "\(text)\n— \(creatorOrUnknown)\(sourceSuffix)\(doubtSuffix)\n" }

  /// A line that stands for it, of at most so many characters.
  func excerpt(_ most: Int) -> String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    guard line.count > most else { return line }
    let head = line.prefix(most - 1)
    let whole = head.lastIndex(of: " ").map { head[..<$0] } ?? head
    return "\(whole)…"
  }

  private var place: HTML { source.isEmpty ? "" : ", <cite><bdi>\(source)</bdi></cite>" }
  private var sourceSuffix: String { source.isEmpty ? "" : ", \(source)" }
  private var doubt: HTML { doubtWord.isEmpty ? "" : " <span class=\"doubt\">\(doubtWord)</span>" }
  private var doubtSuffix: String { doubtWord.isEmpty ? "" : " (\(doubtWord))" }

  private var doubtWord: String {
    switch attribution {
    case .disputed: "disputed"
    case .misattributed: "misattributed"
    default: ""
    }
  }

  /// The language, for voices and hyphens, and the direction: by the language where it tells, else by
  /// the first letter, which browsers look at.
  private var languageAttributes: HTML {
    "lang=\"\(language)\" dir=\"\(Self.isRightToLeft(language) ? "rtl" : "auto" as HTML)\""
  }

  private static let rightToLeftLanguages: Set = [
    "ar", "arc", "ckb", "dv", "fa", "he", "nqo", "ps", "sd", "syr", "ug", "ur", "yi",
  ]
  private static let rightToLeftScripts: Set = ["adlm", "arab", "hebr", "nkoo", "syrc", "thaa"]

  private static func isRightToLeft(_ language: String) -> Bool {
    let subtags = language.lowercased().split(separator: "-").map(String.init)
    guard let first = subtags.first else { return false }
    if let script = subtags.dropFirst().first(where: { $0.count == 4 }) {
      return rightToLeftScripts.contains(script)
    }
    return rightToLeftLanguages.contains(first)
  }

  /// How large the words can be set: by the room they take, and so that lines of verse hold.
  private var size: HTML {
    let lines = text.split(separator: "\n").map(Self.room)
    let (all, longest) = (lines.reduce(0, +), lines.count > 1 ? lines.max() ?? 0 : 0)
    return switch (all, longest) {
    case (...70, 0): "short"
    case (...160, ...44): "medium"
    case (...420, _): "long"
    default: "endless"
    }
  }

  /// The columns that a text takes: a Han character takes two.
  private static func room(_ text: Substring) -> Int {
    text.unicodeScalars.reduce(0) { $0 + ($1.value < 0x2E80 ? 1 : 2) }
  }
}
