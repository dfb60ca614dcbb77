// SPDX-License-Identifier: Apache-2.0

internal import CQuoteProto
package import QuoteModel
internal import RPCCore

extension ListQuotesRequest: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__ListQuotesRequest

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    pageSize = unsafe raw.pointee.page_size
    pageToken = try unsafe Field.text(raw.pointee.page_token, "page_token")
    skip = unsafe raw.pointee.skip
    filter = try unsafe Field.message(raw.pointee.filter, "filter")
    order = unsafe QuoteOrder(rawValue: Field.number(raw.pointee.order))
    minRevision = unsafe raw.pointee.min_revision
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__list_quotes_request__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.page_size = pageSize
    unsafe raw.pointee.page_token = arena.text(pageToken)
    unsafe raw.pointee.skip = skip
    unsafe raw.pointee.filter = arena.message(filter)
    unsafe raw.pointee.order = .init(Field.number(order))
    unsafe raw.pointee.min_revision = minRevision
  }
}

extension ListQuotesResponse: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__ListQuotesResponse

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    quotes = try unsafe Field.messages(raw.pointee.n_quotes, raw.pointee.quotes, "quotes")
    nextPageToken = try unsafe Field.text(raw.pointee.next_page_token, "next_page_token")
    totalSize = unsafe raw.pointee.total_size
    revision = unsafe raw.pointee.revision
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__list_quotes_response__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe (raw.pointee.n_quotes, raw.pointee.quotes) = arena.messages(quotes)
    unsafe raw.pointee.next_page_token = arena.text(nextPageToken)
    unsafe raw.pointee.total_size = totalSize
    unsafe raw.pointee.revision = revision
  }
}
