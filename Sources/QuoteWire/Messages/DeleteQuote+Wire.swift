// SPDX-License-Identifier: Apache-2.0

internal import CQuoteProto
package import QuoteModel
internal import RPCCore

extension DeleteQuoteRequest: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__DeleteQuoteRequest

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    id = try unsafe Field.text(raw.pointee.id, "id")
    etag = try unsafe Field.text(raw.pointee.etag, "etag")
    requestID = try unsafe Field.text(raw.pointee.request_id, "request_id")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__delete_quote_request__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.id = arena.text(id)
    unsafe raw.pointee.etag = arena.text(etag)
    unsafe raw.pointee.request_id = arena.text(requestID)
  }
}

extension DeleteQuoteResponse: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__DeleteQuoteResponse

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    revision = unsafe raw.pointee.revision
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__delete_quote_response__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.revision = revision
  }
}
