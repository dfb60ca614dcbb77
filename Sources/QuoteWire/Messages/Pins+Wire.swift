// SPDX-License-Identifier: Apache-2.0

internal import CQuoteProto
package import QuoteModel
internal import RPCCore

extension Pin: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__Pin

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    calendar = try unsafe Field.text(raw.pointee.calendar, "calendar")
    date = try unsafe Field.text(raw.pointee.date, "date")
    quoteID = try unsafe Field.text(raw.pointee.quote_id, "quote_id")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__pin__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.calendar = arena.text(calendar)
    unsafe raw.pointee.date = arena.text(date)
    unsafe raw.pointee.quote_id = arena.text(quoteID)
  }
}

extension PinDailyQuoteRequest: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__PinDailyQuoteRequest

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    pin = try unsafe Field.message(raw.pointee.pin, "pin")
    force = unsafe raw.pointee.force != 0
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__pin_daily_quote_request__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.pin = arena.message(pin)
    unsafe raw.pointee.force = force ? 1 : 0
  }
}

extension PinDailyQuoteResponse: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__PinDailyQuoteResponse

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    pin = try unsafe Field.message(raw.pointee.pin, "pin")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__pin_daily_quote_response__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.pin = arena.message(pin)
  }
}

extension UnpinDailyQuoteRequest: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__UnpinDailyQuoteRequest

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    calendar = try unsafe Field.text(raw.pointee.calendar, "calendar")
    date = try unsafe Field.text(raw.pointee.date, "date")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__unpin_daily_quote_request__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.calendar = arena.text(calendar)
    unsafe raw.pointee.date = arena.text(date)
  }
}

extension UnpinDailyQuoteResponse: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__UnpinDailyQuoteResponse

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__unpin_daily_quote_response__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {}
}

extension ListPinsRequest: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__ListPinsRequest

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    calendar = try unsafe Field.text(raw.pointee.calendar, "calendar")
    pageSize = unsafe raw.pointee.page_size
    pageToken = try unsafe Field.text(raw.pointee.page_token, "page_token")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__list_pins_request__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.calendar = arena.text(calendar)
    unsafe raw.pointee.page_size = pageSize
    unsafe raw.pointee.page_token = arena.text(pageToken)
  }
}

extension ListPinsResponse: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__ListPinsResponse

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    pins = try unsafe Field.messages(raw.pointee.n_pins, raw.pointee.pins, "pins")
    nextPageToken = try unsafe Field.text(raw.pointee.next_page_token, "next_page_token")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__list_pins_response__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe (raw.pointee.n_pins, raw.pointee.pins) = arena.messages(pins)
    unsafe raw.pointee.next_page_token = arena.text(nextPageToken)
  }
}
