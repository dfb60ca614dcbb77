// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel

extension Store {
  /// Visits all living quotes in catalogue order.
  package func forEachQuote(_ visit: (StoredQuote) -> Void) throws(StoreError) {
    let statement = try Statement(
      "SELECT \(Statement.quoteColumns) FROM quotes WHERE deleted_revision = 0 ORDER BY position",
      on: connection)
    while try statement.step() { visit(statement.quote()) }
  }

  /// The quotes behind a position in catalogue order, so many at most, deleted ones included; 0 =
  /// from the first.
  package func quotes(
    after position: Int64, limit: Int
  ) throws(StoreError) -> [StoredQuote] {
    let statement = try Statement(
      "SELECT \(Statement.quoteColumns) FROM quotes WHERE position > ?1 ORDER BY position LIMIT ?2",
      on: connection)
    statement.bind(1, position)
    statement.bind(2, Int64(limit))
    return try statement.quotes()
  }

  /// The quotes that writes after a revision added, changed or deleted, in catalogue order, each as
  /// it is now.
  package func quotes(changedSince revision: UInt64) throws(StoreError) -> [StoredQuote] {
    let statement = try Statement(
      """
      SELECT \(Statement.quoteColumns) FROM quotes WHERE id IN
        (SELECT id FROM changes WHERE revision > ?1 AND kind = \(ChangeKind.quote.rawValue))
      ORDER BY position
      """, on: connection)
    statement.bind(1, Int64(revision))
    return try statement.quotes()
  }

  /// The quotes that were deleted, purged ones included, in catalogue order.
  package func deletedQuotes() throws(StoreError) -> [StoredQuote] {
    let statement = try Statement(
      "SELECT \(Statement.quoteColumns) FROM quotes WHERE deleted_revision <> 0 ORDER BY position",
      on: connection)
    return try statement.quotes()
  }

  /// The revision of the last write that purged a quote; 0 where none was.
  package func lastPurge() throws(StoreError) -> UInt64 {
    // The condition on deletion, which holds for all of them, lets an index find the few.
    let revision = try connection.integer(
      "SELECT max(revision) FROM quotes WHERE deleted_revision <> 0 AND purged = 1")
    return revision.flatMap(UInt64.init(exactly:)) ?? 0
  }

  /// The quote with an id, also one that was deleted.
  package func quote(id: String) throws(StoreError) -> StoredQuote? {
    let statement = try Statement(
      "SELECT \(Statement.quoteColumns) FROM quotes WHERE id = ?1", on: connection)
    statement.bind(1, id)
    return try statement.step() ? statement.quote() : nil
  }

  /// The ids of the living quotes that have a tag, in catalogue order.
  package func ids(tagged tag: String) throws(StoreError) -> [String] {
    // Tags are parted by line feeds, which no tag holds.
    let statement = try Statement(
      """
      SELECT id FROM quotes WHERE deleted_revision = 0
        AND instr(char(10) || tags || char(10), char(10) || ?1 || char(10)) > 0
      ORDER BY position
      """, on: connection)
    statement.bind(1, tag)
    var ids: [String] = []
    while try statement.step() { ids.append(statement.text(0)) }
    return ids
  }

  /// The quote that has an id or, else, a content key; a living one is preferred to a deleted one.
  package func match(id: String, contentKey: String) throws(StoreError) -> StoredMatch? {
    try statements.match(id: id, contentKey: contentKey)
  }

  /// The id of the first living quote, apart from one, that has a near key.
  package func nearQuote(_ key: Int64, except id: String) throws(StoreError) -> String? {
    try statements.near(key, except: id)
  }

  /// Living quotes that have no near key yet, since an older version stored them: where each is and
  /// its text, so many at most.
  package func quotesWithoutNearKey(
    limit: Int
  ) throws(StoreError) -> [(position: Int64, text: String)] {
    let statement = try Statement(
      "SELECT position, text FROM quotes WHERE deleted_revision = 0 AND near_key IS NULL LIMIT ?1",
      on: connection)
    statement.bind(1, Int64(limit))
    var quotes: [(position: Int64, text: String)] = []
    while try statement.step() { quotes.append((statement.integer(0), statement.text(1))) }
    return quotes
  }

  /// Gives quotes their near keys in a transaction of its own. No revision, since nobody sees them.
  package func setNearKeys(
    _ keys: [(position: Int64, key: Int64)]
  ) throws(StoreError) {
    let statement = try Statement(
      "UPDATE quotes SET near_key = ?2 WHERE position = ?1", on: connection)
    try connection.run("BEGIN IMMEDIATE")
    do throws(StoreError) {
      for (position, key) in keys {
        statement.bind(1, position)
        statement.bind(2, key)
        try statement.run()
      }
      try connection.run("COMMIT")
    } catch {
      if connection.isInTransaction { try? connection.run("ROLLBACK") }
      throw error
    }
  }
}

extension StoreTransaction {
  /// Adds a quote behind all others; with a past where it brings one along. Its id must be free and,
  /// unless it comes deleted, its content key too.
  package mutating func insert(
    _ content: StoredContent, past: StoredPast? = nil
  ) throws(StoreError) {
    let revision = try touch(.quote, content.quote.id)
    let past =
      past ?? StoredPast(created: time, updated: time, isDeleted: false, isPurged: false)
    try store.statements.insert(content, revision: revision, past: past)
  }

  /// Gives a living quote new content; its id and its place stay. False where there is none.
  package mutating func update(_ content: StoredContent) throws(StoreError) -> Bool {
    guard try store.match(id: content.quote.id, contentKey: "") == .living(id: content.quote.id)
    else { return false }
    let revision = try touch(.quote, content.quote.id)
    try store.statements.update(content, revision: revision, time: time)
    return true
  }

  /// Brings a deleted quote back at its old place, with this content. False where there is none, or
  /// where it was purged.
  package mutating func restore(_ content: StoredContent) throws(StoreError) -> Bool {
    guard try store.match(id: content.quote.id, contentKey: "") == .deleted(id: content.quote.id)
    else { return false }
    let revision = try touch(.quote, content.quote.id)
    try store.statements.update(content, revision: revision, time: time)
    return true
  }

  /// Deletes a living quote; its row stays, marked. False where there is none.
  package mutating func delete(id: String) throws(StoreError) -> Bool {
    guard try store.match(id: id, contentKey: "") == .living(id: id) else { return false }
    let revision = try touch(.quote, id)
    let statement = try Statement(
      "UPDATE quotes SET deleted_revision = ?2, revision = ?2, updated = ?3 WHERE id = ?1",
      on: store.connection)
    statement.bind(1, id)
    statement.bind(2, Int64(revision))
    statement.bind(3, time.milliseconds)
    try statement.run()
    return true
  }

  /// Erases all that a quote says, deletes it if it is living, and forgets the answers that repeat
  /// it. Its id, its place and its content key stay taken. False where there is no such quote, or
  /// where it was purged before.
  ///
  /// The file keeps none of it as soon as `Store.journalIsDue` is false.
  package mutating func purge(id: String) throws(StoreError) -> Bool {
    guard let quote = try store.quote(id: id), !quote.isPurged else { return false }
    hasErased = true
    let revision = try touch(.quote, id)
    let erase = try Statement(
      """
      UPDATE quotes SET purged = 1, revision = ?2, updated = ?3, near_key = NULL, length = 0,
        deleted_revision = CASE deleted_revision WHEN 0 THEN ?2 ELSE deleted_revision END,
        year = 0, attribution = 0, rating = 0, language = '', creator = '', source = '', tags = '',
        source_url = '', translation_of = '', text = ''
      WHERE id = ?1
      """, on: store.connection)
    erase.bind(1, id)
    erase.bind(2, Int64(revision))
    erase.bind(3, time.milliseconds)
    try erase.run()
    let forget = try Statement(
      "DELETE FROM requests WHERE instr(response, CAST(?1 AS BLOB)) > 0", on: store.connection)
    forget.bind(1, id)
    try forget.run()
    return true
  }
}

extension Statement {
  /// The columns that make up a `StoredQuote`, in the order in which `quote` reads them.
  static let quoteColumns = """
    position, id, revision, deleted_revision, created, updated, length, year, attribution, rating,
    language, creator, source, tags, source_url, translation_of, text, purged
    """

  /// The present row, which has `quoteColumns`.
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
      position: integer(0), quote: quote, length: Int(integer(6)), isDeleted: integer(3) != 0,
      isPurged: integer(17) != 0)
  }

  /// All rows from here on, which have `quoteColumns`.
  func quotes() throws(StoreError) -> [StoredQuote] {
    var quotes: [StoredQuote] = []
    while try step() { quotes.append(quote()) }
    return quotes
  }
}
