// SPDX-License-Identifier: Apache-2.0

internal import CQuoteProto
package import QuoteModel
internal import RPCCore

extension SearchQuotesRequest: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__SearchQuotesRequest

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    query = try unsafe Field.text(raw.pointee.query, "query")
    filter = try unsafe Field.message(raw.pointee.filter, "filter")
    pageSize = unsafe raw.pointee.page_size
    pageToken = try unsafe Field.text(raw.pointee.page_token, "page_token")
    minRevision = unsafe raw.pointee.min_revision
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__search_quotes_request__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.query = arena.text(query)
    unsafe raw.pointee.filter = arena.message(filter)
    unsafe raw.pointee.page_size = pageSize
    unsafe raw.pointee.page_token = arena.text(pageToken)
    unsafe raw.pointee.min_revision = minRevision
  }
}

extension SearchQuotesResponse: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__SearchQuotesResponse

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    quotes = try unsafe Field.messages(raw.pointee.n_quotes, raw.pointee.quotes, "quotes")
    nextPageToken = try unsafe Field.text(raw.pointee.next_page_token, "next_page_token")
    revision = unsafe raw.pointee.revision
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__search_quotes_response__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe (raw.pointee.n_quotes, raw.pointee.quotes) = arena.messages(quotes)
    unsafe raw.pointee.next_page_token = arena.text(nextPageToken)
    unsafe raw.pointee.revision = revision
  }
}
