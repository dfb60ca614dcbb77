// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel

/// The queries that run for every quote of an import, compiled once.
struct Statements: ~Copyable {
  private let match: Statement
  private let insert: Statement
  private let update: Statement
  private let delete: Statement
  private let change: Statement

  /// The columns that make up a `StoredQuote`, in the order in which `Statement.quote` reads them.
  static let quoteColumns = """
    position, id, revision, deleted_revision, created, updated, length, year, attribution, rating,
    language, creator, source, tags, source_url, translation_of, text
    """

  /// Compiles them.
  init(on connection: borrowing Connection) throws(StoreError) {
    // Each part uses one index; a living match by content is preferred to a deleted one by id.
    let match = try Statement(
      """
      SELECT id, deleted_revision FROM (
        SELECT id, deleted_revision FROM quotes WHERE id = ?1
        UNION ALL
        SELECT id, deleted_revision FROM quotes WHERE content_key = ?2 AND deleted_revision = 0
        UNION ALL
        SELECT id, deleted_revision FROM quotes WHERE content_key = ?2 AND deleted_revision <> 0
      ) ORDER BY deleted_revision <> 0 LIMIT 1
      """, on: connection)
    let insert = try Statement(
      """
      INSERT INTO quotes (position, id, content_key, revision, created, updated, length, year,
        attribution, rating, language, creator, source, tags, source_url, translation_of, text)
      VALUES (?16, ?1, ?2, ?3, ?15, ?15, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
      """, on: connection)
    let update = try Statement(
      """
      UPDATE quotes SET content_key = ?2, revision = ?3, updated = ?15, length = ?4, year = ?5,
        attribution = ?6, rating = ?7, language = ?8, creator = ?9, source = ?10, tags = ?11,
        source_url = ?12, translation_of = ?13, text = ?14
      WHERE id = ?1
      """, on: connection)
    let delete = try Statement(
      "UPDATE quotes SET deleted_revision = ?2, revision = ?2, updated = ?3 WHERE id = ?1",
      on: connection)
    let change = try Statement("INSERT OR IGNORE INTO changes VALUES (?1, ?2, ?3)", on: connection)
    self.match = match
    self.insert = insert
    self.update = update
    self.delete = delete
    self.change = change
  }

  /// Finds a quote by id or content key.
  func match(id: String, contentKey: String) throws(StoreError) -> StoredMatch? {
    match.bind(1, id)
    match.bind(2, contentKey)
    defer { match.reset() }
    guard try match.step() else { return nil }
    let found = match.text(0)
    return match.integer(1) == 0 ? .living(id: found) : .deleted(id: found)
  }

  /// Adds a quote at a position.
  func insert(_ content: StoredContent, at position: Int64) throws(StoreError) {
    insert.bind(content)
    insert.bind(16, position)
    try insert.run()
  }

  /// Gives the quote with the content's id this content.
  func update(_ content: StoredContent) throws(StoreError) {
    update.bind(content)
    try update.run()
  }

  /// Marks a quote as deleted.
  func delete(id: String, revision: UInt64, time: Int64) throws(StoreError) {
    delete.bind(1, id)
    delete.bind(2, Int64(revision))
    delete.bind(3, time)
    try delete.run()
  }

  /// Notes what a revision changed.
  func noteChange(_ kind: ChangeKind, id: String, revision: UInt64) throws(StoreError) {
    change.bind(1, Int64(revision))
    change.bind(2, kind.rawValue)
    change.bind(3, id)
    try change.run()
  }
}

/// What a write puts into the row of a quote.
struct StoredContent {
  let quote: Quote
  let contentKey: String
  let length: Int
  let revision: UInt64
  /// Milliseconds since 1970.
  let time: Int64
}

extension Statement {
  /// Sets the parameters that hold a quote's content.
  func bind(_ content: StoredContent) {
    let quote = content.quote
    bind(1, quote.id)
    bind(2, content.contentKey)
    bind(3, Int64(content.revision))
    bind(4, Int64(content.length))
    bind(5, Int64(quote.year))
    bind(6, Int64(quote.attribution.rawValue))
    bind(7, Int64(quote.rating.rawValue))
    bind(8, quote.language)
    bind(9, quote.creator)
    bind(10, quote.source)
    bind(11, quote.tags.joined(separator: "\n"))
    bind(12, quote.sourceURL)
    bind(13, quote.translationOf)
    bind(14, quote.text)
    bind(15, content.time)
  }

  /// The present row, which has `Statements.quoteColumns`.
  func quote() -> StoredQuote {
    var quote = Quote()
    quote.id = text(1)
    quote.etag = String(integer(2))
    quote.createTime = Timestamp(milliseconds: integer(4))
    quote.updateTime = Timestamp(milliseconds: integer(5))
    quote.year = Int32(truncatingIfNeeded: integer(7))
    quote.attribution = Attribution(rawValue: Int32(truncatingIfNeeded: integer(8)))
    quote.rating = Rating(rawValue: Int32(truncatingIfNeeded: integer(9)))
    quote.language = text(10)
    quote.creator = text(11)
    quote.source = text(12)
    quote.tags = lines(13)
    quote.sourceURL = text(14)
    quote.translationOf = text(15)
    quote.text = text(16)
    return StoredQuote(
      position: integer(0), quote: quote, length: Int(integer(6)), isDeleted: integer(3) != 0)
  }
}
