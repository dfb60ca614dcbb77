// SPDX-License-Identifier: Apache-2.0

internal import CQuoteProto
package import QuoteModel
internal import RPCCore

extension RandomQuotesRequest: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__RandomQuotesRequest

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    count = unsafe raw.pointee.count
    filter = try unsafe Field.message(raw.pointee.filter, "filter")
    seed = unsafe raw.pointee.seed
    excludeIDs = try unsafe Field.texts(
      raw.pointee.n_exclude_ids, raw.pointee.exclude_ids, "exclude_ids")
    balanceCreators = unsafe raw.pointee.balance_creators != 0
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__random_quotes_request__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.count = count
    unsafe raw.pointee.filter = arena.message(filter)
    unsafe raw.pointee.seed = seed
    unsafe (raw.pointee.n_exclude_ids, raw.pointee.exclude_ids) = arena.texts(excludeIDs)
    unsafe raw.pointee.balance_creators = balanceCreators ? 1 : 0
  }
}

extension RandomQuotesResponse: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__RandomQuotesResponse

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    quotes = try unsafe Field.messages(raw.pointee.n_quotes, raw.pointee.quotes, "quotes")
    revision = unsafe raw.pointee.revision
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__random_quotes_response__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe (raw.pointee.n_quotes, raw.pointee.quotes) = arena.messages(quotes)
    unsafe raw.pointee.revision = revision
  }
}
