// SPDX-License-Identifier: Apache-2.0

package import QuoteModel

/// The truth: the catalogue's file, through one connection.
///
/// Every write is a transaction that raises the head's revision and notes what it changed, so that
/// whatever is derived from the store can be brought up to date by `quotes(changedSince:)`. A write
/// that returned is on the disk. A store has one connection that writes; others may read beside it.
package final class Store {
  let connection: Connection
  let statements: Statements

  /// Whether the journal may still hold what was erased: another connection was reading just then.
  /// Each further write tries again.
  package private(set) var journalIsDue = false

  /// How long a statement waits for another program that has locked the file, such as `sqlite3`.
  package static let usualBusyTimeoutMilliseconds: Int32 = 5_000

  /// Opens a file, which is created where there is none, and brings it to the newest of the schemas.
  package init(
    path: String, migrations: [Migration], busyTimeoutMilliseconds: Int32
  ) throws(StoreError) {
    let connection = try Connection(
      path: path, mode: .writing, busyTimeoutMilliseconds: busyTimeoutMilliseconds)
    // Looking at the file first makes known what it is before anything is written to it.
    _ = try connection.integer("SELECT count(*) FROM sqlite_schema")
    // EXTRA is FULL, and syncs the folder when a journal is deleted: the one of the change to WAL
    // must not come back after a power cut and undo all that has happened since.
    // What is erased is overwritten, so that a purge also erases what earlier changes left.
    try connection.run(
      """
      PRAGMA synchronous = EXTRA;
      PRAGMA journal_mode = WAL;
      PRAGMA foreign_keys = ON;
      PRAGMA trusted_schema = OFF;
      PRAGMA cell_size_check = ON;
      PRAGMA secure_delete = ON;
      PRAGMA journal_size_limit = 67108864;
      PRAGMA cache_size = -16384;
      """)
    try connection.migrate(by: migrations)
    statements = try Statements(on: connection)
    self.connection = connection
  }

  /// Opens a file that is there for reading only, beside the connection that writes.
  ///
  /// It has to be of the newest schema, which the writer brings it to. Writing through it throws
  /// `readOnly`.
  package init(reading path: String, busyTimeoutMilliseconds: Int32) throws(StoreError) {
    let connection = try Connection(
      path: path, mode: .reading, busyTimeoutMilliseconds: busyTimeoutMilliseconds)
    try connection.run(
      """
      PRAGMA query_only = ON;
      PRAGMA trusted_schema = OFF;
      PRAGMA cell_size_check = ON;
      """)
    statements = try Statements(on: connection)
    self.connection = connection
  }

  /// The file.
  package var path: String { connection.path }

  /// The revision of the last write; 0 where there was none.
  package func revision() throws(StoreError) -> UInt64 {
    guard let stored = try statements.revision(), let revision = UInt64(exactly: stored) else {
      throw StoreError(
        .corrupt, path: connection.path, detail: "the head's revision is missing or below 0")
    }
    return revision
  }

  /// What kinds of things writes after a revision changed.
  package func kinds(changedSince revision: UInt64) throws(StoreError) -> Set<ChangeKind> {
    let statement = try Statement(
      "SELECT DISTINCT kind FROM changes WHERE revision > ?1", on: connection)
    statement.bind(1, Int64(revision))
    var kinds: Set<ChangeKind> = []
    while try statement.step() {
      if let kind = ChangeKind(rawValue: statement.integer(0)) { kinds.insert(kind) }
    }
    return kinds
  }

  /// The ids of the things of a kind that writes after a revision changed.
  package func ids(
    of kind: ChangeKind, since revision: UInt64
  ) throws(StoreError) -> Set<String> {
    let statement = try Statement(
      "SELECT DISTINCT id FROM changes WHERE revision > ?1 AND kind = ?2", on: connection)
    statement.bind(1, Int64(revision))
    statement.bind(2, kind.rawValue)
    var ids: Set<String> = []
    while try statement.step() { ids.insert(statement.text(0)) }
    return ids
  }

  /// Runs reads that see one revision, whatever another connection writes meanwhile.
  package func read<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try connection.run("BEGIN")
    // Nothing was changed, so that it makes no difference how it ends.
    defer { try? connection.run("ROLLBACK") }
    return try body()
  }

  /// Runs a transaction: all of its changes are on the disk when this returns, or none are.
  ///
  /// Returns the revision of the write, or nil where it changed nothing that can be seen.
  package func write<Result>(
    at time: Timestamp, _ body: (inout StoreTransaction) throws(StoreError) -> Result
  ) throws(StoreError) -> (result: Result, revision: UInt64?) {
    try connection.run("BEGIN IMMEDIATE")
    do throws(StoreError) {
      var transaction = StoreTransaction(store: self, time: time)
      let result = try body(&transaction)
      try connection.run(transaction.hasWritten ? "COMMIT" : "ROLLBACK")
      if transaction.hasErased || journalIsDue { emptyJournal() }
      return (result, transaction.revision)
    } catch {
      // A full disk ends the transaction by itself. A failure to end it here would hide the cause.
      if connection.isInTransaction { try? connection.run("ROLLBACK") }
      throw error
    }
  }

  /// Empties the journal where anything was ever purged: for an opening, since a program that was
  /// killed just after a purge has left in its journal what was erased.
  package func finishErasing() throws(StoreError) {
    if try lastPurge() > 0 { emptyJournal() }
  }

  /// Moves all that was written from the journal into the file and empties the journal, so that
  /// neither keeps what was erased.
  private func emptyJournal() {
    // The write itself has succeeded; a checkpoint that fails is tried again.
    journalIsDue = (try? connection.integer("PRAGMA wal_checkpoint(TRUNCATE)")) != 0
  }
}
