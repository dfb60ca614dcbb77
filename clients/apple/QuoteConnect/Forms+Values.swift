// SPDX-License-Identifier: Apache-2.0

internal import QuoteBrowser

/// A quote in protobuf's JSON form.
struct QuoteForm: Codable {
  var id: String?
  var text: String?
  var creator: String?
  var source: String?
  var year: Int32?
  var language: String?
  var tags: [String]?
  var sourceUrl: String?
  var attribution: NameOrNumber?
  var rating: NameOrNumber?
  var translationOf: String?
  var createTime: String?
  var updateTime: String?
  var etag: String?

  /// What a caller's own quote says; its id and times are the server's.
  init(_ quote: Quote) {
    text = quote.text.nonEmpty
    creator = quote.creator.nonEmpty
    source = quote.source.nonEmpty
    year = quote.year.nonZero
    language = quote.language.nonEmpty
    tags = quote.tags.nonEmpty
    sourceUrl = quote.sourceURL.nonEmpty
    attribution = quote.attribution.rawValue.nonZero.map { .number($0) }
    rating = quote.rating.rawValue.nonZero.map { .number($0) }
    translationOf = quote.translationOf.nonEmpty
  }

  var value: Quote {
    var quote = Quote()
    quote.id = id ?? ""
    quote.text = text ?? ""
    quote.creator = creator ?? ""
    quote.source = source ?? ""
    quote.year = year ?? 0
    quote.language = language ?? ""
    quote.tags = tags ?? []
    quote.sourceURL = sourceUrl ?? ""
    quote.attribution = attribution?.value() ?? .unspecified
    quote.rating = rating?.value() ?? .unspecified
    quote.translationOf = translationOf ?? ""
    quote.createTime = createTime.flatMap { Timestamp(contractText: $0) }
    quote.updateTime = updateTime.flatMap { Timestamp(contractText: $0) }
    quote.etag = etag ?? ""
    return quote
  }
}

/// An enum's value: its name in the contract, or its number where the server knows no name.
enum NameOrNumber: Codable {
  case name(String)
  case number(Int32)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int32.self) {
      self = .number(number)
    } else {
      self = .name(try container.decode(String.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .name(let name): try container.encode(name)
    case .number(let number): try container.encode(number)
    }
  }

  /// The value; a name that is newer than this code says nothing.
  func value<Value: ContractNamed>() -> Value? {
    switch self {
    case .name(let name): Value(contractName: name)
    case .number(let number): Value(rawValue: number)
    }
  }
}

/// A number of 64 bits, which protobuf's JSON form writes as a text and reads as both.
struct LongNumber: Decodable {
  let value: UInt64

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      guard let number = UInt64(text) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "\(text) is no number of 64 bits.")
      }
      value = number
    } else {
      value = try container.decode(UInt64.self)
    }
  }
}
