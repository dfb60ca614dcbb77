// SPDX-License-Identifier: Apache-2.0

internal import CQuoteProto
package import QuoteModel
internal import RPCCore

extension Quote: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__Quote

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    id = try unsafe Field.text(raw.pointee.id, "id")
    text = try unsafe Field.text(raw.pointee.text, "text")
    creator = try unsafe Field.text(raw.pointee.creator, "creator")
    source = try unsafe Field.text(raw.pointee.source, "source")
    year = unsafe raw.pointee.year
    language = try unsafe Field.text(raw.pointee.language, "language")
    tags = try unsafe Field.texts(raw.pointee.n_tags, raw.pointee.tags, "tags")
    sourceURL = try unsafe Field.text(raw.pointee.source_url, "source_url")
    attribution = unsafe Attribution(rawValue: Field.number(raw.pointee.attribution))
    rating = unsafe Rating(rawValue: Field.number(raw.pointee.rating))
    translationOf = try unsafe Field.text(raw.pointee.translation_of, "translation_of")
    createTime = try unsafe Field.message(raw.pointee.create_time, "create_time")
    updateTime = try unsafe Field.message(raw.pointee.update_time, "update_time")
    etag = try unsafe Field.text(raw.pointee.etag, "etag")
    deleteTime = try unsafe Field.message(raw.pointee.delete_time, "delete_time")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__quote__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.id = arena.text(id)
    unsafe raw.pointee.text = arena.text(text)
    unsafe raw.pointee.creator = arena.text(creator)
    unsafe raw.pointee.source = arena.text(source)
    unsafe raw.pointee.year = year
    unsafe raw.pointee.language = arena.text(language)
    unsafe (raw.pointee.n_tags, raw.pointee.tags) = arena.texts(tags)
    unsafe raw.pointee.source_url = arena.text(sourceURL)
    unsafe raw.pointee.attribution = .init(Field.number(attribution))
    unsafe raw.pointee.rating = .init(Field.number(rating))
    unsafe raw.pointee.translation_of = arena.text(translationOf)
    unsafe raw.pointee.create_time = arena.message(createTime)
    unsafe raw.pointee.update_time = arena.message(updateTime)
    unsafe raw.pointee.etag = arena.text(etag)
    unsafe raw.pointee.delete_time = arena.message(deleteTime)
  }
}
