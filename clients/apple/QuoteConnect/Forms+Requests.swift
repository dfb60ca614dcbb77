// SPDX-License-Identifier: Apache-2.0

internal import QuoteBrowser

/// Requests in protobuf's JSON form: lowerCamel names, 64-bit numbers as texts, empty fields left
/// out.
struct DailyQuoteForm: Encodable {
  let date: String?
  let timeZone: String?
  let calendar: String?

  init(_ request: DailyQuoteRequest) {
    date = request.date.nonEmpty
    timeZone = request.timeZone.nonEmpty
    calendar = request.calendar.nonEmpty
  }
}

struct FilterForm: Encodable {
  let tagsAll: [String]?
  let tagsAny: [String]?
  let creators: [String]?
  let languages: [String]?
  let minLength: Int32?
  let maxLength: Int32?
  let includeMature: Bool?

  init(_ filter: QuoteFilter) {
    tagsAll = filter.tagsAll.nonEmpty
    tagsAny = filter.tagsAny.nonEmpty
    creators = filter.creators.nonEmpty
    languages = filter.languages.nonEmpty
    minLength = filter.minLength.nonZero
    maxLength = filter.maxLength.nonZero
    includeMature = filter.includeMature ? true : nil
  }
}

struct ListQuotesForm: Encodable {
  let pageSize: Int32?
  let pageToken: String?
  let skip: Int32?
  let filter: FilterForm?
  let order: Int32?
  let minRevision: String?

  init(_ request: ListQuotesRequest) {
    pageSize = request.pageSize.nonZero
    pageToken = request.pageToken.nonEmpty
    skip = request.skip.nonZero
    filter = request.filter.map { FilterForm($0) }
    // A number stands for an enum's name, and is never unknown.
    order = request.order.rawValue.nonZero
    minRevision = request.minRevision == 0 ? nil : "\(request.minRevision)"
  }
}

struct SearchQuotesForm: Encodable {
  let query: String
  let filter: FilterForm?
  let pageSize: Int32?
  let pageToken: String?
  let minRevision: String?

  init(_ request: SearchQuotesRequest) {
    query = request.query
    filter = request.filter.map { FilterForm($0) }
    pageSize = request.pageSize.nonZero
    pageToken = request.pageToken.nonEmpty
    minRevision = request.minRevision == 0 ? nil : "\(request.minRevision)"
  }
}

struct ComposeMessageForm: Encodable {
  struct Grid: Encodable {
    let columns: Int32
    let rows: Int32
    let ascii: Bool
  }

  var quoteId: String?
  var daily: DailyQuoteForm?
  var quote: QuoteForm?
  let channel: Int32?
  let note: String?
  let locale: String?
  let sessionId: String?
  let overflow: Int32?
  let limit: Int32?
  let display: Grid?

  init(_ request: ComposeMessageRequest) {
    switch request.subject {
    case .quoteID(let id): quoteId = id
    case .daily(let request): daily = DailyQuoteForm(request)
    case .quote(let own): quote = QuoteForm(own)
    case nil: break
    }
    channel = request.channel.rawValue.nonZero
    note = request.note.nonEmpty
    locale = request.locale.nonEmpty
    sessionId = request.sessionID.nonEmpty
    overflow = request.overflow.rawValue.nonZero
    limit = request.limit.nonZero
    display = request.display.map { Grid(columns: $0.columns, rows: $0.rows, ascii: $0.ascii) }
  }
}

extension Collection {
  /// Nil where there is nothing in it: such a field is left out.
  var nonEmpty: Self? { isEmpty ? nil : self }
}

extension Int32 {
  /// Nil for 0: such a field is left out.
  var nonZero: Int32? { self == 0 ? nil : self }
}
