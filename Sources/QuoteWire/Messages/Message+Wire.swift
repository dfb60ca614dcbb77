// SPDX-License-Identifier: Apache-2.0

internal import CQuoteProto
package import QuoteModel
internal import RPCCore

extension Message: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__Message

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    text = try unsafe Field.text(raw.pointee.text, "text")
    parts = try unsafe Field.texts(raw.pointee.n_parts, raw.pointee.parts, "parts")
    layout = try unsafe Field.message(raw.pointee.layout, "layout")
    payloadJSON = try unsafe Field.text(raw.pointee.payload_json, "payload_json")
    summaryText = try unsafe Field.text(raw.pointee.summary_text, "summary_text")
    accessibilityLabel = try unsafe Field.text(
      raw.pointee.accessibility_label, "accessibility_label")
    url = try unsafe Field.text(raw.pointee.url, "url")
    sessionID = try unsafe Field.text(raw.pointee.session_id, "session_id")
    truncated = unsafe raw.pointee.truncated != 0
    length = try unsafe Field.message(raw.pointee.length, "length")
    subject = try unsafe Field.text(raw.pointee.subject, "subject")
    mime = try unsafe Field.text(raw.pointee.mime, "mime")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__message__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.text = arena.text(text)
    unsafe (raw.pointee.n_parts, raw.pointee.parts) = arena.texts(parts)
    unsafe raw.pointee.layout = arena.message(layout)
    unsafe raw.pointee.payload_json = arena.text(payloadJSON)
    unsafe raw.pointee.summary_text = arena.text(summaryText)
    unsafe raw.pointee.accessibility_label = arena.text(accessibilityLabel)
    unsafe raw.pointee.url = arena.text(url)
    unsafe raw.pointee.session_id = arena.text(sessionID)
    unsafe raw.pointee.truncated = truncated ? 1 : 0
    unsafe raw.pointee.length = arena.message(length)
    unsafe raw.pointee.subject = arena.text(subject)
    unsafe raw.pointee.mime = arena.text(mime)
  }
}

extension MessageLayout: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__MessageLayout

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    imageTitle = try unsafe Field.text(raw.pointee.image_title, "image_title")
    imageSubtitle = try unsafe Field.text(raw.pointee.image_subtitle, "image_subtitle")
    caption = try unsafe Field.text(raw.pointee.caption, "caption")
    subcaption = try unsafe Field.text(raw.pointee.subcaption, "subcaption")
    trailingCaption = try unsafe Field.text(raw.pointee.trailing_caption, "trailing_caption")
    trailingSubcaption = try unsafe Field.text(
      raw.pointee.trailing_subcaption, "trailing_subcaption")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__message_layout__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.image_title = arena.text(imageTitle)
    unsafe raw.pointee.image_subtitle = arena.text(imageSubtitle)
    unsafe raw.pointee.caption = arena.text(caption)
    unsafe raw.pointee.subcaption = arena.text(subcaption)
    unsafe raw.pointee.trailing_caption = arena.text(trailingCaption)
    unsafe raw.pointee.trailing_subcaption = arena.text(trailingSubcaption)
  }
}

extension MessageLength: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__MessageLength

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    used = unsafe raw.pointee.used
    limit = unsafe raw.pointee.limit
    unit = try unsafe Field.text(raw.pointee.unit, "unit")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__message_length__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.used = used
    unsafe raw.pointee.limit = limit
    unsafe raw.pointee.unit = arena.text(unit)
  }
}
