// SPDX-License-Identifier: Apache-2.0

internal import QuoteJSON
internal import QuoteModel
internal import QuoteText

/// The fields of one record of an import file, on the way to become a quote.
struct RecordFields {
  private(set) var quote = Quote()

  /// Starts without any.
  init() {}

  /// Takes a field from a text, as CSV has them all.
  mutating func set(_ field: RecordField, text: String) throws(QuoteProblem) {
    guard !text.isEmpty else { return }
    switch field {
    case .id: quote.id = text
    case .text: quote.text = text
    case .creator: quote.creator = text
    case .source: quote.source = text
    case .year: quote.year = try Self.year(text)
    case .language: quote.language = text
    case .tags: quote.tags = TagList.tags(in: text)
    case .sourceURL: quote.sourceURL = text
    case .attribution:
      quote.attribution = try Self.named(
        text, field, "verified, attributed, disputed or misattributed")
    case .rating: quote.rating = try Self.named(text, field, "general or mature")
    case .translationOf: quote.translationOf = text
    case .createTime: quote.createTime = try Self.time(text, field)
    case .updateTime: quote.updateTime = try Self.time(text, field)
    case .deleteTime: quote.deleteTime = try Self.time(text, field)
    case .etag: break  // The server's; it means nothing in another store.
    }
  }

  /// Takes a field from a JSON value.
  mutating func set(_ field: RecordField, _ value: JSONValue) throws(QuoteProblem) {
    switch (field, value) {
    case (_, .null): break
    case (.tags, .array(let values)):
      quote.tags = []
      for value in values {
        guard case .string(let tag) = value else { throw Self.wrongKind("tags", value, "texts") }
        quote.tags.append(tag)
      }
    case (.year, .integer(let year)): quote.year = try Self.year(String(year))
    case (.attribution, .integer(let number)):
      quote.attribution = Attribution(rawValue: Int32(clamping: number))
    case (.rating, .integer(let number)): quote.rating = Rating(rawValue: Int32(clamping: number))
    case (.id, .integer): break  // The number that another collection gave it.
    case (.etag, _): break
    case (_, .string(let text)): try set(field, text: text)
    default:
      throw Self.wrongKind(field.name, value, field == .tags ? "an array of texts" : "a text")
    }
  }

  /// What a collection of another kind needs, whose fields have other names: who says that nobody
  /// knows the creator becomes nobody, and what has a creator is attributed, as nothing was checked.
  mutating func takeAsForeign() {
    if FortuneCredit.isNobody(quote.creator) { quote.creator = "" }
    if !quote.creator.isEmpty, quote.attribution == .unspecified {
      quote.attribution = .attributed
    }
  }

  /// The quote, in a language that is given to it where it tells none.
  func quote(language: String) -> Quote {
    var quote = quote
    if quote.language.isEmpty, quote.deleteTime == nil { quote.language = language }
    return quote
  }
}

extension RecordFields {
  private static func year(_ text: String) throws(QuoteProblem) -> Int32 {
    guard let year = Int32(text.split(whereSeparator: \.isWhitespace).joined()) else {
      throw QuoteProblem(
        field: "year",
        reason: "is \(Excerpt(text)): it must be a whole number, negative for BCE.")
    }
    return year
  }

  private static func named<Value: ContractNamed>(
    _ text: String, _ field: RecordField, _ choices: String
  ) throws(QuoteProblem) -> Value {
    if let value = Value(contractName: text) ?? Int32(text).flatMap(Value.init(rawValue:)) {
      return value
    }
    throw QuoteProblem(
      field: field.name, reason: "is \(Excerpt(text)): it must be \(choices).")
  }

  private static func time(_ text: String, _ field: RecordField) throws(QuoteProblem) -> Timestamp {
    guard let time = Timestamp(contractText: text) else {
      throw QuoteProblem(
        field: field.name,
        reason: "is \(Excerpt(text)): it must be a time as RFC 3339 has it, such as "
          + "2026-11-30T08:00:00Z.")
    }
    return time
  }

  private static func wrongKind(
    _ name: String, _ value: JSONValue, _ wanted: String
  ) -> QuoteProblem {
    QuoteProblem(field: name, reason: "is or holds \(value.kind): it must be \(wanted).")
  }
}
