// SPDX-License-Identifier: Apache-2.0

internal import CQuoteProto
package import QuoteModel
internal import RPCCore

extension ListDailyQuotesRequest: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__ListDailyQuotesRequest

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    firstDate = try unsafe Field.text(raw.pointee.first_date, "first_date")
    lastDate = try unsafe Field.text(raw.pointee.last_date, "last_date")
    calendar = try unsafe Field.text(raw.pointee.calendar, "calendar")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__list_daily_quotes_request__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.first_date = arena.text(firstDate)
    unsafe raw.pointee.last_date = arena.text(lastDate)
    unsafe raw.pointee.calendar = arena.text(calendar)
  }
}

extension ListDailyQuotesResponse: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__ListDailyQuotesResponse

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    days = try unsafe Field.messages(raw.pointee.n_days, raw.pointee.days, "days")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__list_daily_quotes_response__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe (raw.pointee.n_days, raw.pointee.days) = arena.messages(days)
  }
}
