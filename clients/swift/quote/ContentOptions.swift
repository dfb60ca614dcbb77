// SPDX-License-Identifier: Apache-2.0

internal import QuoteClient
internal import QuoteCommandLine

/// The options that say what a quote is to hold.
enum ContentOptions {
  static let text = Option("text", value: Value("TEXT"), help: "The quote itself.")
  static let creator = Option(
    "creator", value: Value("NAME"), help: "Who said or wrote it.")
  static let source = Option(
    "source", value: Value("WORK"), help: "The work and the place in it: \"Hamlet, act 1\".")
  static let year = Option(
    "year", value: Value("YEAR", .integer(Int(Int32.min)...Int(Int32.max))),
    help: "The year of the source; negative = BCE, as in --year=-399.")
  static let language = Option(
    "language", short: "l", value: Value("TAG"), help: "The language of the text, BCP 47.")
  static let tags = Option(
    "tag", value: Value("WORD"), help: "A word to find it by.", isRepeatable: true)
  static let sourceURL = Option(
    "source-url", value: Value("URL"), help: "Where the source can be read.")
  static let attributions: KeyValuePairs<String, Attribution> = [
    "verified": .verified, "attributed": .attributed, "disputed": .disputed,
    "misattributed": .misattributed,
  ]
  static let attribution = Option(
    "attribution", value: Value("HOW", .choice(attributions.map(\.key))),
    help: "How sure it is that the creator said it.")
  static let ratings: KeyValuePairs<String, Rating> = ["general": .general, "mature": .mature]
  static let rating = Option(
    "rating", value: Value("RATING", .choice(ratings.map(\.key))), help: "Whom it is fit for.")
  static let translationOf = Option(
    "translation-of", value: Value("ID"), help: "The id of the quote that this one translates.")

  /// All but the text.
  static let aboutText = [
    creator, source, year, language, tags, sourceURL, attribution, rating, translationOf,
  ]

  /// The fields by their names in the contract, and the options that set them.
  static let fields: KeyValuePairs<String, Option> = [
    "text": text, "creator": creator, "source": source, "year": year, "language": language,
    "tags": tags, "source_url": sourceURL, "attribution": attribution, "rating": rating,
    "translation_of": translationOf,
  ]
}

extension Invocation {
  /// A quote with what the options say; what they don't say is empty.
  var content: Quote {
    typealias Options = ContentOptions
    var quote = Quote()
    quote.text = text(Options.text) ?? ""
    quote.creator = text(Options.creator) ?? ""
    quote.source = text(Options.source) ?? ""
    quote.year = Int32(clamping: integer(Options.year) ?? 0)
    quote.language = text(Options.language) ?? ""
    quote.tags = texts(Options.tags)
    quote.sourceURL = text(Options.sourceURL) ?? ""
    let attribution = text(Options.attribution)
    quote.attribution =
      Options.attributions.first { $0.key == attribution }?.value ?? .unspecified
    let rating = text(Options.rating)
    quote.rating = Options.ratings.first { $0.key == rating }?.value ?? .unspecified
    quote.translationOf = text(Options.translationOf) ?? ""
    return quote
  }
}
