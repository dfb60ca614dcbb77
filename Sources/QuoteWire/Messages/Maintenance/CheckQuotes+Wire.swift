// SPDX-License-Identifier: Apache-2.0

internal import CQuoteProto
package import QuoteModel
internal import RPCCore

extension Flaw: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__Maintenance__V1__Flaw

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    kind = unsafe FlawKind(rawValue: Field.number(raw.pointee.kind))
    quoteID = try unsafe Field.text(raw.pointee.quote_id, "quote_id")
    otherQuoteID = try unsafe Field.text(raw.pointee.other_quote_id, "other_quote_id")
    message = try unsafe Field.text(raw.pointee.message, "message")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__maintenance__v1__flaw__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.kind = .init(Field.number(kind))
    unsafe raw.pointee.quote_id = arena.text(quoteID)
    unsafe raw.pointee.other_quote_id = arena.text(otherQuoteID)
    unsafe raw.pointee.message = arena.text(message)
  }
}

extension CheckQuotesRequest: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__Maintenance__V1__CheckQuotesRequest

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__maintenance__v1__check_quotes_request__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {}
}

extension CheckQuotesResponse: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__Maintenance__V1__CheckQuotesResponse

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    flaws = try unsafe Field.messages(raw.pointee.n_flaws, raw.pointee.flaws, "flaws")
    quoteCount = unsafe raw.pointee.quote_count
    revision = unsafe raw.pointee.revision
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__maintenance__v1__check_quotes_response__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe (raw.pointee.n_flaws, raw.pointee.flaws) = arena.messages(flaws)
    unsafe raw.pointee.quote_count = quoteCount
    unsafe raw.pointee.revision = revision
  }
}
