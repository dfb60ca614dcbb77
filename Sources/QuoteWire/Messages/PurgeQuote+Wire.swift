// SPDX-License-Identifier: Apache-2.0

internal import CQuoteProto
package import QuoteModel
internal import RPCCore

extension PurgeQuoteRequest: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__PurgeQuoteRequest

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    id = try unsafe Field.text(raw.pointee.id, "id")
    reason = try unsafe Field.text(raw.pointee.reason, "reason")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__purge_quote_request__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.id = arena.text(id)
    unsafe raw.pointee.reason = arena.text(reason)
  }
}

extension PurgeQuoteResponse: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__PurgeQuoteResponse

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    revision = unsafe raw.pointee.revision
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__purge_quote_response__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.revision = revision
  }
}
