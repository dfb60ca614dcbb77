// SPDX-License-Identifier: Apache-2.0

internal import CQuoteProto
package import QuoteModel
internal import RPCCore

extension Facet: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__Facet

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    name = try unsafe Field.text(raw.pointee.name, "name")
    count = unsafe raw.pointee.count
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__facet__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.name = arena.text(name)
    unsafe raw.pointee.count = count
  }
}

extension ListCreatorsRequest: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__ListCreatorsRequest

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    prefix = try unsafe Field.text(raw.pointee.prefix, "prefix")
    pageSize = unsafe raw.pointee.page_size
    pageToken = try unsafe Field.text(raw.pointee.page_token, "page_token")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__list_creators_request__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.prefix = arena.text(prefix)
    unsafe raw.pointee.page_size = pageSize
    unsafe raw.pointee.page_token = arena.text(pageToken)
  }
}

extension ListCreatorsResponse: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__ListCreatorsResponse

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    creators = try unsafe Field.messages(raw.pointee.n_creators, raw.pointee.creators, "creators")
    nextPageToken = try unsafe Field.text(raw.pointee.next_page_token, "next_page_token")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__list_creators_response__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe (raw.pointee.n_creators, raw.pointee.creators) = arena.messages(creators)
    unsafe raw.pointee.next_page_token = arena.text(nextPageToken)
  }
}

extension ListTagsRequest: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__ListTagsRequest

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    prefix = try unsafe Field.text(raw.pointee.prefix, "prefix")
    pageSize = unsafe raw.pointee.page_size
    pageToken = try unsafe Field.text(raw.pointee.page_token, "page_token")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__list_tags_request__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.prefix = arena.text(prefix)
    unsafe raw.pointee.page_size = pageSize
    unsafe raw.pointee.page_token = arena.text(pageToken)
  }
}

extension ListTagsResponse: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__ListTagsResponse

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    tags = try unsafe Field.messages(raw.pointee.n_tags, raw.pointee.tags, "tags")
    nextPageToken = try unsafe Field.text(raw.pointee.next_page_token, "next_page_token")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__list_tags_response__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe (raw.pointee.n_tags, raw.pointee.tags) = arena.messages(tags)
    unsafe raw.pointee.next_page_token = arena.text(nextPageToken)
  }
}
