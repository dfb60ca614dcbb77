// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel

/// The queries that run for every write or for every quote of an import, compiled once.
struct Statements: ~Copyable {
  private let match: Statement
  private let near: Statement
  private let lastPosition: Statement
  private let insert: Statement
  private let update: Statement
  private let change: Statement
  private let head: Statement
  private let raise: Statement

  /// Compiles them.
  init(on connection: borrowing Connection) throws(StoreError) {
    // Each part uses one index; a living match by content is preferred to a deleted one by id.
    let match = try Statement(
      """
      SELECT id, deleted_revision, purged FROM (
        SELECT id, deleted_revision, purged FROM quotes WHERE id = ?1
        UNION ALL
        SELECT id, deleted_revision, purged FROM quotes
          WHERE content_key = ?2 AND deleted_revision = 0
        UNION ALL
        SELECT id, deleted_revision, purged FROM quotes
          WHERE content_key = ?2 AND deleted_revision <> 0
      ) ORDER BY deleted_revision <> 0, purged LIMIT 1
      """, on: connection)
    let near = try Statement(
      """
      SELECT id FROM quotes WHERE near_key = ?1 AND deleted_revision = 0 AND id <> ?2
      ORDER BY position LIMIT 1
      """, on: connection)
    let lastPosition = try Statement(
      "SELECT position FROM quotes ORDER BY position DESC LIMIT 1", on: connection)
    let insert = try Statement(
      """
      INSERT INTO quotes (position, id, content_key, near_key, revision, deleted_revision, purged,
        created, updated, length, year, attribution, rating, language, creator, source, tags,
        source_url, translation_of, text)
      VALUES (?17, ?1, ?2, ?16, ?3, ?19, ?20,
        ?18, ?15, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
      """, on: connection)
    let update = try Statement(
      """
      UPDATE quotes SET content_key = ?2, near_key = ?16, revision = ?3, deleted_revision = 0,
        updated = ?15, length = ?4, year = ?5, attribution = ?6, rating = ?7, language = ?8,
        creator = ?9, source = ?10, tags = ?11, source_url = ?12, translation_of = ?13, text = ?14
      WHERE id = ?1
      """, on: connection)
    let change = try Statement("INSERT OR IGNORE INTO changes VALUES (?1, ?2, ?3)", on: connection)
    let head = try Statement("SELECT revision FROM head", on: connection)
    let raise = try Statement("UPDATE head SET revision = revision + 1", on: connection)
    self.match = match
    self.near = near
    self.lastPosition = lastPosition
    self.insert = insert
    self.update = update
    self.change = change
    self.head = head
    self.raise = raise
  }

  /// The head's revision, or nil where the store has no head.
  func revision() throws(StoreError) -> Int64? {
    defer { head.reset() }
    return try head.step() ? head.integer(0) : nil
  }

  /// Raises the head's revision by one.
  func raiseRevision() throws(StoreError) { try raise.run() }

  /// Notes what a revision changed.
  func noteChange(_ kind: ChangeKind, id: String, revision: UInt64) throws(StoreError) {
    change.bind(1, Int64(revision))
    change.bind(2, kind.rawValue)
    change.bind(3, id)
    try change.run()
  }

  /// Finds a quote by id or content key.
  func match(id: String, contentKey: String) throws(StoreError) -> StoredMatch? {
    match.bind(1, id)
    match.bind(2, contentKey)
    defer { match.reset() }
    guard try match.step() else { return nil }
    let found = match.text(0)
    if match.integer(2) != 0 { return .purged(id: found) }
    return match.integer(1) == 0 ? .living(id: found) : .deleted(id: found)
  }

  /// The first living quote, apart from one, that has a near key.
  func near(_ key: Int64, except id: String) throws(StoreError) -> String? {
    near.bind(1, key)
    near.bind(2, id)
    defer { near.reset() }
    return try near.step() ? near.text(0) : nil
  }

  /// Adds a quote behind all others.
  func insert(
    _ content: StoredContent, revision: UInt64, past: StoredPast
  ) throws(StoreError) {
    let position = try lastPosition.step() ? lastPosition.integer(0) + 1 : 1
    lastPosition.reset()
    insert.bind(content, revision: revision, time: past.updated)
    insert.bind(17, position)
    insert.bind(18, past.created.milliseconds)
    insert.bind(19, past.isDeleted ? Int64(revision) : 0)
    insert.bind(20, past.isPurged ? 1 : 0)
    try insert.run()
  }

  /// Gives the quote with the content's id this content, and life where it was deleted.
  func update(
    _ content: StoredContent, revision: UInt64, time: Timestamp
  ) throws(StoreError) {
    update.bind(content, revision: revision, time: time)
    try update.run()
  }
}

extension Statement {
  /// Sets the first 16 parameters, which hold a quote's content.
  fileprivate func bind(_ content: StoredContent, revision: UInt64, time: Timestamp) {
    let quote = content.quote
    bind(1, quote.id)
    bind(2, content.contentKey)
    bind(3, Int64(revision))
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
    bind(15, time.milliseconds)
    if let nearKey = content.nearKey { bind(16, nearKey) } else { bindNull(16) }
  }
}
