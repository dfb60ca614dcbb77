// SPDX-License-Identifier: Apache-2.0

/// The file of the search index, through the one connection that writes it.
///
/// It is derived from the catalogue and may be removed at any time. Each change is a transaction
/// that also notes what it made of the blocks that it touched and of which revision that is; after
/// a crash all of it is there or none. After a power cut the last changes may be gone, which the
/// blocks tell.
package final class SearchIndex {
  private let connection: Connection
  private let insertion: Statement
  private let removal: Statement
  private let block: Statement
  private let presence: Statement

  /// Opens the file, which is created where there is none.
  ///
  /// - Parameter signature: Names the rules by which documents are made.
  /// - Throws: A `StoreError` of reason `corrupt` or `notAStore` for a file that has to be made anew:
  ///   it is damaged, or was made by other rules.
  package init(path: String, signature: String) throws(StoreError) {
    let connection = try Connection(
      path: path, mode: .writing, busyTimeoutMilliseconds: Store.usualBusyTimeoutMilliseconds)
    // What is lost in a power cut is seen by the blocks and made anew; damage is not to be.
    try connection.run(
      """
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      PRAGMA trusted_schema = OFF;
      PRAGMA cell_size_check = ON;
      PRAGMA journal_size_limit = 67108864;
      PRAGMA wal_autocheckpoint = 4096;
      PRAGMA cache_size = -16384;
      PRAGMA secure_delete = ON;
      """)
    try Self.found(connection, signature)
    insertion = try Statement(
      """
      INSERT INTO words (rowid, text, creator, source, tags, compounds)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      """, on: connection)
    removal = try Statement(
      """
      INSERT INTO words (words, rowid, text, creator, source, tags, compounds)
      VALUES ('delete', ?1, ?2, ?3, ?4, ?5, ?6)
      """, on: connection)
    block = try Statement(
      "INSERT OR REPLACE INTO blocks (number, documents, sum) VALUES (?1, ?2, ?3)",
      on: connection)
    presence = try Statement("SELECT 1 FROM words_docsize WHERE id = ?1", on: connection)
    self.connection = connection
  }

  /// The revision of the catalogue that it shows; 0 where it shows none as a whole.
  package func revision() throws(StoreError) -> UInt64 {
    UInt64(bitPattern: try connection.integer("SELECT revision FROM state") ?? 0)
  }

  /// What its blocks hold, by number.
  package func blocks() throws(StoreError) -> [Int64: SearchBlock] {
    let statement = try Statement("SELECT number, documents, sum FROM blocks", on: connection)
    var blocks: [Int64: SearchBlock] = [:]
    while try statement.step() {
      blocks[statement.integer(0)] = SearchBlock(
        count: Int(statement.integer(1)), sum: UInt64(bitPattern: statement.integer(2)))
    }
    return blocks
  }

  /// Whether it has a document of a position.
  package func holds(_ position: Int64) throws(StoreError) -> Bool {
    presence.bind(1, position)
    defer { presence.reset() }
    return try presence.step()
  }

  /// Changes it in one transaction.
  ///
  /// - Parameters:
  ///   - removed: Documents that it has, exactly as they were added.
  ///   - added: Documents of positions that it doesn't have, or not any more.
  ///   - blocks: What the blocks hold after it that this touches.
  ///   - revision: The revision that it shows after it; 0 for none as a whole.
  package func change(
    removing removed: [SearchDocument], adding added: [SearchDocument],
    blocks: [Int64: SearchBlock], revision: UInt64
  ) throws(StoreError) {
    try connection.run("BEGIN IMMEDIATE")
    do throws(StoreError) {
      for document in removed { try run(removal, document) }
      for document in added { try run(insertion, document) }
      for (number, content) in blocks {
        block.bind(1, number)
        block.bind(2, Int64(content.count))
        block.bind(3, Int64(bitPattern: content.sum))
        try block.run()
      }
      try connection.run("UPDATE state SET revision = \(Int64(bitPattern: revision))")
      try connection.run("COMMIT")
    } catch {
      // A full disk ends the transaction by itself. A failure to end it here would hide the cause.
      if connection.isInTransaction { try? connection.run("ROLLBACK") }
      throw error
    }
  }

  /// The last purge of which the file is known to keep nothing, as `eraseRemoved` noted it.
  package func erasedPurge() throws(StoreError) -> UInt64 {
    UInt64(bitPattern: try connection.integer("SELECT erased FROM state") ?? 0)
  }

  /// Rewrites the whole index without what was removed from it, of which traces stay otherwise until
  /// later changes push them out, and notes of which purge nothing is left. Searches go on meanwhile.
  ///
  /// False where one of them reads what the journal holds, so that traces stay there.
  package func eraseRemoved(upTo purge: UInt64) throws(StoreError) -> Bool {
    try connection.run("INSERT INTO words (words) VALUES ('optimize')")
    guard try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0 else { return false }
    try noteErased(purge)
    return true
  }

  /// Notes of which purge the file keeps nothing.
  package func noteErased(_ purge: UInt64) throws(StoreError) {
    try connection.run("UPDATE state SET erased = \(Int64(bitPattern: purge))")
  }

  private func run(
    _ statement: borrowing Statement, _ document: SearchDocument
  ) throws(StoreError) {
    statement.bind(1, document.position)
    statement.bind(2, document.text)
    statement.bind(3, document.creator)
    statement.bind(4, document.source)
    statement.bind(5, document.tags)
    statement.bind(6, document.compounds)
    try statement.run()
  }
}

extension SearchIndex {
  /// What tells that an index has to be made anew since it has what the catalogue hasn't.
  package static func useless(path: String) -> StoreError {
    StoreError(.corrupt, path: path, detail: "it has quotes that the catalogue hasn't")
  }

  /// Marks the file as ours: "QUOS".
  private static let applicationID = 0x5155_4F53
  /// Rises with every change of the tables: an index of another format is made anew.
  private static let format = 2

  /// Makes the tables where the file is new, and looks at whose they are where it is not.
  private static func found(
    _ connection: borrowing Connection, _ signature: String
  ) throws(StoreError) {
    let tables = try connection.integer("SELECT count(*) FROM sqlite_schema") ?? 0
    guard tables == 0 else {
      let application = try connection.integer("PRAGMA application_id")
      let format = try connection.integer("PRAGMA user_version")
      guard application == Int64(applicationID), format == Int64(Self.format) else {
        throw StoreError(.notAStore, path: connection.path, detail: "Another program made it.")
      }
      let made = try Statement("SELECT signature FROM state", on: connection)
      guard try made.step(), made.text(0) == signature else {
        throw StoreError(.notAStore, path: connection.path, detail: "Other rules made it.")
      }
      return
    }
    // The words come ready and parted by spaces: the tokenizer has nothing to decide. Without the
    // documents themselves the file is half as large.
    try connection.run(
      """
      BEGIN IMMEDIATE;
      PRAGMA application_id = \(applicationID);
      PRAGMA user_version = \(format);
      CREATE VIRTUAL TABLE words USING fts5 (
        text, creator, source, tags, compounds, content = '', tokenize = 'ascii'
      );
      INSERT INTO words (words, rank) VALUES ('hashsize', 8388608);
      CREATE TABLE blocks (
        number INTEGER PRIMARY KEY,
        documents INTEGER NOT NULL,
        sum INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE state (
        only INTEGER PRIMARY KEY CHECK (only = 1),
        revision INTEGER NOT NULL,
        erased INTEGER NOT NULL,
        signature TEXT NOT NULL
      ) STRICT;
      """)
    let state = try Statement("INSERT INTO state VALUES (1, 0, 0, ?1)", on: connection)
    state.bind(1, signature)
    try state.run()
    try connection.run("COMMIT")
  }
}
