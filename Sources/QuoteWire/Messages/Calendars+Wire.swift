// SPDX-License-Identifier: Apache-2.0

internal import CQuoteProto
package import QuoteModel
internal import RPCCore

extension QuoteCalendar: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__Calendar

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    id = try unsafe Field.text(raw.pointee.id, "id")
    timeZone = try unsafe Field.text(raw.pointee.time_zone, "time_zone")
    filter = try unsafe Field.message(raw.pointee.filter, "filter")
    firstDate = try unsafe Field.text(raw.pointee.first_date, "first_date")
    fixedThrough = try unsafe Field.text(raw.pointee.fixed_through, "fixed_through")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__calendar__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.id = arena.text(id)
    unsafe raw.pointee.time_zone = arena.text(timeZone)
    unsafe raw.pointee.filter = arena.message(filter)
    unsafe raw.pointee.first_date = arena.text(firstDate)
    unsafe raw.pointee.fixed_through = arena.text(fixedThrough)
  }
}

extension ListCalendarsRequest: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__ListCalendarsRequest

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__list_calendars_request__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {}
}

extension ListCalendarsResponse: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__ListCalendarsResponse

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    calendars = try unsafe Field.messages(
      raw.pointee.n_calendars, raw.pointee.calendars, "calendars")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__list_calendars_response__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe (raw.pointee.n_calendars, raw.pointee.calendars) = arena.messages(calendars)
  }
}

extension PutCalendarRequest: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__PutCalendarRequest

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    calendar = try unsafe Field.message(raw.pointee.calendar, "calendar")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__put_calendar_request__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.calendar = arena.message(calendar)
  }
}

extension PutCalendarResponse: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__PutCalendarResponse

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    calendar = try unsafe Field.message(raw.pointee.calendar, "calendar")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__put_calendar_response__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.calendar = arena.message(calendar)
  }
}
