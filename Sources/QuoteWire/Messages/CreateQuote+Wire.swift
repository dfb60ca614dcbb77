// SPDX-License-Identifier: Apache-2.0

internal import CQuoteProto
package import QuoteModel
internal import RPCCore

extension CreateQuoteRequest: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__CreateQuoteRequest

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    quote = try unsafe Field.message(raw.pointee.quote, "quote")
    requestID = try unsafe Field.text(raw.pointee.request_id, "request_id")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__create_quote_request__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.quote = arena.message(quote)
    unsafe raw.pointee.request_id = arena.text(requestID)
  }
}

extension CreateQuoteResponse: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__CreateQuoteResponse

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    quote = try unsafe Field.message(raw.pointee.quote, "quote")
    nearDuplicateOf = try unsafe Field.text(raw.pointee.near_duplicate_of, "near_duplicate_of")
    revision = unsafe raw.pointee.revision
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__create_quote_response__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.quote = arena.message(quote)
    unsafe raw.pointee.near_duplicate_of = arena.text(nearDuplicateOf)
    unsafe raw.pointee.revision = revision
  }
}
