// SPDX-License-Identifier: Apache-2.0

internal import CQuoteProto
package import QuoteModel
internal import RPCCore

extension WatchDailyQuoteRequest: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__WatchDailyQuoteRequest

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    timeZone = try unsafe Field.text(raw.pointee.time_zone, "time_zone")
    calendar = try unsafe Field.text(raw.pointee.calendar, "calendar")
    afterDate = try unsafe Field.text(raw.pointee.after_date, "after_date")
    deliverAt = try unsafe Field.text(raw.pointee.deliver_at, "deliver_at")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__watch_daily_quote_request__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.time_zone = arena.text(timeZone)
    unsafe raw.pointee.calendar = arena.text(calendar)
    unsafe raw.pointee.after_date = arena.text(afterDate)
    unsafe raw.pointee.deliver_at = arena.text(deliverAt)
  }
}

extension WatchDailyQuoteResponse: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__WatchDailyQuoteResponse

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    daily = try unsafe Field.message(raw.pointee.daily, "daily")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__watch_daily_quote_response__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.daily = arena.message(daily)
  }
}
