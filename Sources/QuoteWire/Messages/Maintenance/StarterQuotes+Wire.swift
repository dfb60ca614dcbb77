// SPDX-License-Identifier: Apache-2.0

internal import CQuoteProto
package import QuoteModel
internal import RPCCore

extension RemoveStarterQuotesRequest: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__Maintenance__V1__RemoveStarterQuotesRequest

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__maintenance__v1__remove_starter_quotes_request__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {}
}

extension RemoveStarterQuotesResponse: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__Maintenance__V1__RemoveStarterQuotesResponse

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    removedCount = unsafe raw.pointee.removed_count
    revision = unsafe raw.pointee.revision
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__maintenance__v1__remove_starter_quotes_response__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.removed_count = removedCount
    unsafe raw.pointee.revision = revision
  }
}
