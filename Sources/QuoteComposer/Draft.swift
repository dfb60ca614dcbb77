// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteText

/// The parts of a message, cleaned, before a channel puts them together.
struct Draft {
  /// The sender's own words; may be empty.
  let note: String
  /// The quote's text without its outer quotation marks.
  let body: String
  let marks: QuotationMarks
  let creator: String
  let source: String
  private let isolation: Isolation

  init(quote: Quote, note: String, locale: String) throws(ComposerError) {
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
    isolation = Isolation(locale: locale, language: quote.language)
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
    return known.isEmpty ? "" : "— " + known.joined(separator: ", ")
  }

  /// `— Creator`, or the source where no creator is known; empty where nothing is.
  var shortAttribution: String {
    let name = creator.isEmpty ? source : creator
    return name.isEmpty ? "" : "— " + isolate(name)
  }

  /// The whole message as plain text: the note, an empty line, the quote, the attribution.
  func text(_ body: String) -> String {
    let quote = [quotation(body), attributionLine].filter { !$0.isEmpty }.joined(separator: "\n")
    return note.isEmpty ? quote : isolate(note) + "\n\n" + quote
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
