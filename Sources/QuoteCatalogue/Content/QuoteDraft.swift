// SPDX-License-Identifier: Apache-2.0

internal import QuoteDigest
package import QuoteModel
internal import QuoteText

/// A quote in its normal form and found good, which is not in the catalogue yet.
package struct QuoteDraft: Sendable, Hashable {
  /// The quote, without what only the catalogue can give it: id, times and etag.
  package let quote: Quote
  /// The key of its content, which becomes its id if it is new.
  package let key: QuoteID
  /// The key that its text shares with near-duplicates.
  let nearKey: Int64
  /// The length of its text in graphemes.
  package let length: Int

  /// Normalises a quote, or throws what can't be put right.
  ///
  /// Texts are tidied (see `Tidying`): NFC, line feeds only, no white space around them; tags are
  /// lowercased, each once; the language tag gets its usual case. The id, times and etag of the
  /// quote given are ignored.
  package init(_ quote: Quote) throws(QuoteProblem) {
    var hash = SHA256()
    try self.init(quote, by: &hash)
  }

  /// Normalises one of many quotes.
  init(_ given: Quote, by hash: inout SHA256) throws(QuoteProblem) {
    var quote = Quote()
    quote.text = try Self.text(given.text, "text", byteLimit: QuoteLimits.textBytes)
    guard !quote.text.isEmpty else {
      throw QuoteProblem(field: "text", reason: "is empty: a quote has at least one character.")
    }
    length = try Self.length(of: quote.text)
    quote.creator = try Self.line(given.creator, "creator", QuoteLimits.creatorBytes)
    quote.source = try Self.line(given.source, "source", QuoteLimits.sourceBytes)
    quote.year = try Self.year(given.year)
    quote.language = try Self.language(given.language)
    quote.tags = try Self.tags(given.tags)
    quote.sourceURL = try Self.url(given.sourceURL)
    quote.attribution = given.attribution
    quote.rating = given.rating
    quote.translationOf = given.translationOf
    try Self.checkNumbers(quote)
    self.quote = quote
    key = .of(text: quote.text, creator: quote.creator, by: &hash)
    nearKey = NearKey.of(text: quote.text, by: &hash)
  }

  private static func text(
    _ given: String, _ field: String, byteLimit: Int
  ) throws(QuoteProblem) -> String {
    // A text far above its limit is not worth the work of tidying it.
    guard given.utf8.count <= 4 * byteLimit else {
      throw tooLong(field, given.utf8.count, byteLimit)
    }
    let text = Tidying.tidy(given)
    if let refused = TextInspection.firstRefused(in: text) {
      throw QuoteProblem(field: field, reason: "holds \(refused), which is not allowed.")
    }
    guard text.utf8.count <= byteLimit else { throw tooLong(field, text.utf8.count, byteLimit) }
    return text
  }

  private static func line(
    _ given: String, _ field: String, _ byteLimit: Int
  ) throws(QuoteProblem) -> String {
    let line = try text(given, field, byteLimit: byteLimit)
    guard !line.utf8.contains(0x0A) else {
      throw QuoteProblem(field: field, reason: "holds a line break: it must be one line.")
    }
    return line
  }

  private static func length(of text: String) throws(QuoteProblem) -> Int {
    let length = Graphemes.count(text)
    guard length <= QuoteLimits.textGraphemes else {
      throw QuoteProblem(
        field: "text",
        reason: "has \(length) characters: at most \(QuoteLimits.textGraphemes) are allowed.")
    }
    return length
  }

  private static func tooLong(_ field: String, _ bytes: Int, _ limit: Int) -> QuoteProblem {
    QuoteProblem(field: field, reason: "takes \(bytes) bytes: at most \(limit) are allowed.")
  }
}

extension QuoteDraft {
  private static func year(_ year: Int32) throws(QuoteProblem) -> Int32 {
    guard QuoteLimits.years.contains(year) else {
      throw QuoteProblem(
        field: "year",
        reason: "is \(year): it must be from \(QuoteLimits.years.lowerBound) (BCE) to "
          + "\(QuoteLimits.years.upperBound), or 0 where it is unknown.")
    }
    return year
  }

  private static func language(_ tag: String) throws(QuoteProblem) -> String {
    guard !tag.isEmpty else { return "" }
    guard let canonical = LanguageTag.canonical(tag) else {
      throw QuoteProblem(
        field: "language",
        reason: "is \"\(tag.prefix(QuoteLimits.languageBytes))\": it must be a BCP 47 tag, "
          + "such as \"en\" or \"pt-BR\".")
    }
    return canonical
  }

  private static func tags(_ given: [String]) throws(QuoteProblem) -> [String] {
    guard given.count <= QuoteLimits.tags else {
      throw QuoteProblem(
        field: "tags", reason: "are \(given.count): at most \(QuoteLimits.tags) are allowed.")
    }
    var tags: [String] = []
    for tag in given {
      let tag = NFC.normalize(try line(tag, "tags", QuoteLimits.tagBytes).lowercased())
      if !tag.isEmpty, !tags.contains(tag) { tags.append(tag) }
    }
    return tags
  }

  private static func url(_ given: String) throws(QuoteProblem) -> String {
    let url = try line(given, "source_url", QuoteLimits.sourceURLBytes)
    guard !url.isEmpty else { return "" }
    let lowercase = url.prefix(8).lowercased()
    let isHTTP = lowercase.hasPrefix("http://") || lowercase.hasPrefix("https://")
    guard isHTTP, !url.unicodeScalars.contains(where: \.properties.isWhitespace) else {
      throw QuoteProblem(
        field: "source_url", reason: "must begin with http:// or https:// and hold no spaces.")
    }
    return url
  }

  private static func checkNumbers(_ quote: Quote) throws(QuoteProblem) {
    guard (0...4).contains(quote.attribution.rawValue) else {
      throw QuoteProblem(
        field: "attribution", reason: "is \(quote.attribution.rawValue), which has no meaning.")
    }
    guard (0...2).contains(quote.rating.rawValue) else {
      throw QuoteProblem(
        field: "rating", reason: "is \(quote.rating.rawValue), which has no meaning.")
    }
    guard quote.translationOf.isEmpty || QuoteID(quote.translationOf) != nil else {
      throw QuoteProblem(
        field: "translation_of", reason: "must be the id of a quote: 16 characters of base32.")
    }
  }
}
