// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel

/// The fields of the responses by their names in the contract's JSON form, in the contract's order.
///
/// As in that form, JSON leaves a field out that has its default value; CSV has all columns.
enum ContractFields {
  static let quote: [Field<Quote>] = [
    Field("id") { .string($0.id) },
    Field("text") { .string($0.text) },
    Field("creator") { .string($0.creator) },
    Field("source") { .string($0.source) },
    Field("year") { $0.year == 0 ? nil : .number($0.year) },
    Field("language") { .string($0.language) },
    Field("tags") { .strings($0.tags) },
    Field("sourceUrl") { .string($0.sourceURL) },
    Field("attribution") { .name(of: $0.attribution) },
    Field("rating") { .name(of: $0.rating) },
    Field("translationOf") { .string($0.translationOf) },
    Field("createTime") { $0.createTime.map { .string($0.contractText) } },
    Field("updateTime") { $0.updateTime.map { .string($0.contractText) } },
    Field("etag") { .string($0.etag) },
    Field("deleteTime") { $0.deleteTime.map { .string($0.contractText) } },
  ]

  static let facet: [Field<Facet>] = [
    Field("name") { .string($0.name) },
    Field("count") { .number($0.count) },
  ]

  static let daily: [Field<DailyQuoteResponse>] = [
    Field("quote", quote) { $0.quote },
    Field("date") { .string($0.date) },
    Field("validUntil") { $0.validUntil.map { .string($0.contractText) } },
    Field("validFor") { $0.validFor.map { .string($0.contractText) } },
    Field("timeZone") { .string($0.timeZone) },
    Field("calendar") { .string($0.calendar) },
    Field("reason") { .name(of: $0.reason) },
    Field("certainty") { .name(of: $0.certainty) },
    Field("cyclePosition") { .number($0.cyclePosition) },
    Field("chain") { .string(base64($0.chain)) },
  ]

  static let composed: [Field<ComposeMessageResponse>] = [Field("message", message) { $0.message }]

  static let message: [Field<Message>] = [
    Field("text") { .string($0.text) },
    Field("parts") { .strings($0.parts) },
    Field("layout", layout) { $0.layout },
    Field("payloadJson") { .string($0.payloadJSON) },
    Field("summaryText") { .string($0.summaryText) },
    Field("accessibilityLabel") { .string($0.accessibilityLabel) },
    Field("url") { .string($0.url) },
    Field("sessionId") { .string($0.sessionID) },
    Field("truncated") { .bool($0.truncated) },
    Field("length", length) { $0.length },
    Field("subject") { .string($0.subject) },
    Field("mime") { .string($0.mime) },
  ]

  private static let layout: [Field<MessageLayout>] = [
    Field("imageTitle") { .string($0.imageTitle) },
    Field("imageSubtitle") { .string($0.imageSubtitle) },
    Field("caption") { .string($0.caption) },
    Field("subcaption") { .string($0.subcaption) },
    Field("trailingCaption") { .string($0.trailingCaption) },
    Field("trailingSubcaption") { .string($0.trailingSubcaption) },
  ]

  private static let length: [Field<MessageLength>] = [
    Field("used") { .number($0.used) },
    Field("limit") { .number($0.limit) },
    Field("unit") { .string($0.unit) },
  ]
}
