// SPDX-License-Identifier: Apache-2.0

internal import CQuoteProto
package import QuoteModel
internal import RPCCore

extension UpdateQuoteRequest: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__UpdateQuoteRequest

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    quote = try unsafe Field.message(raw.pointee.quote, "quote")
    updateMask = try unsafe Field.message(raw.pointee.update_mask, "update_mask")
    requestID = try unsafe Field.text(raw.pointee.request_id, "request_id")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__update_quote_request__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.quote = arena.message(quote)
    unsafe raw.pointee.update_mask = arena.message(updateMask)
    unsafe raw.pointee.request_id = arena.text(requestID)
  }
}

extension UpdateQuoteResponse: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__UpdateQuoteResponse

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    quote = try unsafe Field.message(raw.pointee.quote, "quote")
    revision = unsafe raw.pointee.revision
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__update_quote_response__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.quote = arena.message(quote)
    unsafe raw.pointee.revision = revision
  }
}
