// SPDX-License-Identifier: Apache-2.0

internal import CQuoteProto
package import QuoteModel
internal import RPCCore

extension ComposeMessageRequest: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__ComposeMessageRequest

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    subject = try unsafe Self.subject(raw)
    channel = unsafe Channel(rawValue: Field.number(raw.pointee.channel))
    note = try unsafe Field.text(raw.pointee.note, "note")
    locale = try unsafe Field.text(raw.pointee.locale, "locale")
    sessionID = try unsafe Field.text(raw.pointee.session_id, "session_id")
    overflow = unsafe Overflow(rawValue: Field.number(raw.pointee.overflow))
    limit = unsafe raw.pointee.limit
    display = try unsafe Field.message(raw.pointee.display, "display")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__compose_message_request__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe write(subject, to: raw, in: &arena)
    unsafe raw.pointee.channel = .init(Field.number(channel))
    unsafe raw.pointee.note = arena.text(note)
    unsafe raw.pointee.locale = arena.text(locale)
    unsafe raw.pointee.session_id = arena.text(sessionID)
    unsafe raw.pointee.overflow = .init(Field.number(overflow))
    unsafe raw.pointee.limit = limit
    unsafe raw.pointee.display = arena.message(display)
  }

  private static func subject(_ raw: UnsafePointer<Raw>) throws(WireError) -> Subject? {
    switch unsafe raw.pointee.subject_case {
    case QUOTES__V1__COMPOSE_MESSAGE_REQUEST__SUBJECT_QUOTE_ID:
      .quoteID(try unsafe Field.text(raw.pointee.quote_id, "quote_id"))
    case QUOTES__V1__COMPOSE_MESSAGE_REQUEST__SUBJECT_DAILY:
      try unsafe Field.message(raw.pointee.daily, "daily").map(Subject.daily)
    case QUOTES__V1__COMPOSE_MESSAGE_REQUEST__SUBJECT_QUOTE:
      try unsafe Field.message(raw.pointee.quote, "quote").map(Subject.quote)
    default: nil
    }
  }

  private func write(
    _ subject: Subject?, to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena
  ) {
    switch subject {
    case .quoteID(let id):
      unsafe raw.pointee.subject_case = QUOTES__V1__COMPOSE_MESSAGE_REQUEST__SUBJECT_QUOTE_ID
      unsafe raw.pointee.quote_id = arena.text(id)
    case .daily(let daily):
      unsafe raw.pointee.subject_case = QUOTES__V1__COMPOSE_MESSAGE_REQUEST__SUBJECT_DAILY
      unsafe raw.pointee.daily = arena.mirror(daily)
    case .quote(let quote):
      unsafe raw.pointee.subject_case = QUOTES__V1__COMPOSE_MESSAGE_REQUEST__SUBJECT_QUOTE
      unsafe raw.pointee.quote = arena.mirror(quote)
    case nil: break
    }
  }
}

extension DisplayGrid: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__DisplayGrid

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    columns = unsafe raw.pointee.columns
    rows = unsafe raw.pointee.rows
    ascii = unsafe raw.pointee.ascii != 0
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__display_grid__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.columns = columns
    unsafe raw.pointee.rows = rows
    unsafe raw.pointee.ascii = ascii ? 1 : 0
  }
}

extension ComposeMessageResponse: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__ComposeMessageResponse

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    message = try unsafe Field.message(raw.pointee.message, "message")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__compose_message_response__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.message = arena.message(message)
  }
}
