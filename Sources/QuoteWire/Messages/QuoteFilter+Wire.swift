// SPDX-License-Identifier: Apache-2.0

internal import CQuoteProto
package import QuoteModel
internal import RPCCore

extension QuoteFilter: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__QuoteFilter

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    tagsAll = try unsafe Field.texts(raw.pointee.n_tags_all, raw.pointee.tags_all, "tags_all")
    tagsAny = try unsafe Field.texts(raw.pointee.n_tags_any, raw.pointee.tags_any, "tags_any")
    creators = try unsafe Field.texts(raw.pointee.n_creators, raw.pointee.creators, "creators")
    languages = try unsafe Field.texts(raw.pointee.n_languages, raw.pointee.languages, "languages")
    minLength = unsafe raw.pointee.min_length
    maxLength = unsafe raw.pointee.max_length
    includeMature = unsafe raw.pointee.include_mature != 0
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__quote_filter__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe (raw.pointee.n_tags_all, raw.pointee.tags_all) = arena.texts(tagsAll)
    unsafe (raw.pointee.n_tags_any, raw.pointee.tags_any) = arena.texts(tagsAny)
    unsafe (raw.pointee.n_creators, raw.pointee.creators) = arena.texts(creators)
    unsafe (raw.pointee.n_languages, raw.pointee.languages) = arena.texts(languages)
    unsafe raw.pointee.min_length = minLength
    unsafe raw.pointee.max_length = maxLength
    unsafe raw.pointee.include_mature = includeMature ? 1 : 0
  }
}
