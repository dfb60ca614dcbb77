// SPDX-License-Identifier: Apache-2.0

internal import CQuoteProto
package import QuoteModel
internal import RPCCore

extension FixCalendarsRequest: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__Maintenance__V1__FixCalendarsRequest

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    through = try unsafe Field.text(raw.pointee.through, "through")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__maintenance__v1__fix_calendars_request__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.through = arena.text(through)
  }
}

extension FixCalendarsResponse: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__Maintenance__V1__FixCalendarsResponse

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    calendars = try unsafe Field.messages(
      raw.pointee.n_calendars, raw.pointee.calendars, "calendars")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__maintenance__v1__fix_calendars_response__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe (raw.pointee.n_calendars, raw.pointee.calendars) = arena.messages(calendars)
  }
}

extension FixedCalendar: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__Maintenance__V1__FixedCalendar

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    calendar = try unsafe Field.text(raw.pointee.calendar, "calendar")
    fixedThrough = try unsafe Field.text(raw.pointee.fixed_through, "fixed_through")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__maintenance__v1__fixed_calendar__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.calendar = arena.text(calendar)
    unsafe raw.pointee.fixed_through = arena.text(fixedThrough)
  }
}
