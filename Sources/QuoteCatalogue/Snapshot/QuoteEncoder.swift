// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteStore
internal import QuoteWire

/// Turns stored quotes into rows, and gives numbers to the names that they bring.
struct QuoteEncoder {
  private(set) var creators = NameTable()
  private(set) var tags = NameTable()
  private(set) var languages = NameTable()
  /// The language of the quote before: most often this one's too.
  private var language = (name: "", number: UInt32(0))

  /// Starts without names.
  init() {}

  /// Goes on with the names of rows that are there.
  init(continuing rows: CatalogueRows) {
    creators = rows.creators
    tags = rows.tags
    languages = rows.languages
  }

  /// The id and the row of a stored quote, or nil where the store holds what it can't: it was
  /// altered by another program.
  mutating func encode(_ stored: StoredQuote) -> CatalogueRows.Change? {
    guard let id = QuoteID(stored.quote.id), let position = UInt32(exactly: stored.position) else {
      return nil
    }
    guard !stored.isDeleted else {
      return CatalogueRows.Change(id: id, position: position, row: nil)
    }
    if stored.quote.language != language.name {
      let name = stored.quote.language
      language = (name, languages.number(adding: name))
    }
    var bytes: [UInt8] = []
    stored.quote.appendReady(to: &bytes)
    let row = SegmentRows.Row(
      bytes: bytes, position: position,
      creator: creators.number(adding: stored.quote.creator),
      language: language.number,
      length: UInt16(clamping: stored.length), isMature: stored.quote.rating == .mature,
      tags: stored.quote.tags.map { tags.number(adding: $0) })
    return CatalogueRows.Change(id: id, position: position, row: row)
  }
}
