// SPDX-License-Identifier: Apache-2.0

internal import CQuoteProto
package import QuoteModel
internal import RPCCore

extension DailyQuoteRequest: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__DailyQuoteRequest

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    date = try unsafe Field.text(raw.pointee.date, "date")
    timeZone = try unsafe Field.text(raw.pointee.time_zone, "time_zone")
    calendar = try unsafe Field.text(raw.pointee.calendar, "calendar")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__daily_quote_request__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.date = arena.text(date)
    unsafe raw.pointee.time_zone = arena.text(timeZone)
    unsafe raw.pointee.calendar = arena.text(calendar)
  }
}

extension DailyQuoteResponse: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__DailyQuoteResponse

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    quote = try unsafe Field.message(raw.pointee.quote, "quote")
    date = try unsafe Field.text(raw.pointee.date, "date")
    validUntil = try unsafe Field.message(raw.pointee.valid_until, "valid_until")
    validFor = try unsafe Field.message(raw.pointee.valid_for, "valid_for")
    timeZone = try unsafe Field.text(raw.pointee.time_zone, "time_zone")
    calendar = try unsafe Field.text(raw.pointee.calendar, "calendar")
    reason = unsafe DailyReason(rawValue: Field.number(raw.pointee.reason))
    certainty = unsafe Certainty(rawValue: Field.number(raw.pointee.certainty))
    cyclePosition = unsafe raw.pointee.cycle_position
    chain = unsafe Field.bytes(raw.pointee.chain)
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__daily_quote_response__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.quote = arena.message(quote)
    unsafe raw.pointee.date = arena.text(date)
    unsafe raw.pointee.valid_until = arena.message(validUntil)
    unsafe raw.pointee.valid_for = arena.message(validFor)
    unsafe raw.pointee.time_zone = arena.text(timeZone)
    unsafe raw.pointee.calendar = arena.text(calendar)
    unsafe raw.pointee.reason = .init(Field.number(reason))
    unsafe raw.pointee.certainty = .init(Field.number(certainty))
    unsafe raw.pointee.cycle_position = cyclePosition
    unsafe raw.pointee.chain = arena.bytes(chain.span)
  }
}
