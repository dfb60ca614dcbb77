// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteText

/// The parts of a message, cleaned, before a channel puts them together.
struct Draft {
  /// The sender's own words; may be empty.
  private(set) var note: String
  /// The quote's text without its outer quotation marks.
  private(set) var body: String
  let marks: QuotationMarks
  private(set) var creator: String
  private(set) var source: String
  /// Of the quote, BCP 47; may be empty.
  let language: String
  /// Where the quote can be read; empty where nobody else could go there.
  let link: String
  private var isolation: Isolation

  init(quote: Quote, note: String, locale: String, link: String) throws(ComposerError) {
    try Self.check(quote.text, "quote.text", bytes: QuoteLimits.textBytes)
    try Self.check(quote.creator, "quote.creator", bytes: QuoteLimits.creatorBytes)
    try Self.check(quote.source, "quote.source", bytes: QuoteLimits.sourceBytes)
    try Self.check(note, "note", bytes: QuoteLimits.noteBytes)
    let text = Self.clean(quote.text)
    guard !text.isEmpty else { throw .emptyText }
    let graphemes = Graphemes.count(text)
    guard graphemes <= QuoteLimits.textGraphemes else {
      throw .tooLong(
        field: "quote.text", used: graphemes, limit: QuoteLimits.textGraphemes, unit: "graphemes")
    }
    (marks, body) = QuotationMarks.around(text, language: quote.language)
    self.note = Self.clean(note)
    creator = Self.oneLine(Self.clean(quote.creator))
    source = Self.oneLine(Self.clean(quote.source))
    language = quote.language
    self.link = link
    isolation = Isolation(locale: locale, language: quote.language)
  }

  /// The draft for a channel where `@name` in plain text would call somebody.
  func defusingMentions() -> Draft {
    var draft = self
    draft.note = Mentions.defused(note)
    draft.body = Mentions.defused(body)
    draft.creator = Mentions.defused(creator)
    draft.source = Mentions.defused(source)
    return draft
  }

  /// The draft for a channel that shows each character in a cell of its own, in the order in which
  /// they come.
  func withoutIsolates() -> Draft {
    var draft = self
    draft.isolation = .none
    return draft
  }

  /// The whole message.
  var portion: Portion {
    Portion(
      note: isolate(note), quotation: quotation(body), attribution: attributionLine, link: link)
  }

  /// Makes a text of this message safe to stand beside the others.
  func isolate(_ text: String) -> String { isolation.isolate(text) }

  /// The quote in its marks, with as much of its body as a channel has room for.
  func quotation(_ body: String) -> String {
    isolate(marks.opening + body + marks.closing)
  }

  /// `— Creator, Source`, or less where less is known; empty where nothing is.
  var attributionLine: String {
    let known = [creator, source].filter { !$0.isEmpty }.map(isolate)
    return known.isEmpty ? "" : Portion.dash + known.joined(separator: ", ")
  }

  /// `— Creator`, or the source where no creator is known; empty where nothing is.
  var shortAttribution: String {
    let name = creator.isEmpty ? source : creator
    return name.isEmpty ? "" : Portion.dash + isolate(name)
  }

  /// One line for a list of conversations: the quote, cut where it is long, and its creator.
  var summary: String {
    let line = Self.oneLine(body)
    func summary(_ body: String) -> String {
      [quotation(body), shortAttribution].filter { !$0.isEmpty }.joined(separator: " ")
    }
    let whole = summary(line)
    let limit = Self.summaryGraphemes
    if Graphemes.count(whole) <= limit { return whole }
    let cut =
      Truncation.longest(line, atMost: limit) { Graphemes.count(summary($0)) <= limit }
      ?? Truncation.longest(line, atMost: limit / 4) { _ in true }  // Beside a very long name.
    return summary(cut ?? line)
  }

  /// All of the quote and its attribution, without the signs that a screen reader would read out.
  var spoken: String {
    let known = [creator, source].filter { !$0.isEmpty }.joined(separator: ", ")
    return known.isEmpty ? body : body + "\n" + known
  }

  /// About what a list of conversations shows of a message in two lines.
  private static let summaryGraphemes = 100

  /// Joins the lines of a text by spaces.
  static func oneLine(_ text: String) -> String {
    guard text.utf8.contains(0x0A) else { return text }
    return text.split(separator: "\n").map { line in
      String(line.drop(while: \.isWhitespace))
    }.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// NFC, line feeds only, no control characters or direction overrides, and no marks at the start,
  /// which would join what stands before them.
  private static func clean(_ text: String) -> String {
    let tidy = Tidying.tidy(text)
    let harmless = TextInspection.removingRefused(from: tidy).unicodeScalars
      .drop { isMark($0.properties.generalCategory) || $0.properties.isWhitespace }
    // What was removed may have kept marks from their letter, or blanks from the end.
    return harmless.count == tidy.unicodeScalars.count
      ? tidy : Tidying.tidy(String(harmless))
  }

  private static func isMark(_ category: Unicode.GeneralCategory) -> Bool {
    category == .nonspacingMark || category == .spacingMark || category == .enclosingMark
  }

  private static func check(
    _ text: String, _ field: String, bytes: Int
  ) throws(ComposerError) {
    let count = text.utf8.count
    guard count <= bytes else {
      throw .tooLong(field: field, used: count, limit: bytes, unit: "bytes")
    }
  }
}
