// SPDX-License-Identifier: Apache-2.0

package import QuoteModel

/// The truth: the catalogue's file, through one connection, which is also its one writer.
///
/// Every write is a transaction that raises the head's revision and notes what it changed, so that
/// whatever is derived from the store can be brought up to date by `quotes(changedSince:)`. A write
/// that returned is on the disk.
package final class Store {
  let connection: Connection
  let statements: Statements

  /// How long a statement waits for another program that has locked the file, such as `sqlite3`.
  package static let usualBusyTimeoutMilliseconds: Int32 = 5_000

  /// Opens a file, which is created where there is none, and brings it to the newest of the schemas.
  package init(
    path: String, migrations: [Migration], busyTimeoutMilliseconds: Int32
  ) throws(StoreError) {
    let connection = try Connection(
      path: path, busyTimeoutMilliseconds: busyTimeoutMilliseconds)
    // Looking at the file first makes known what it is before anything is written to it.
    _ = try connection.integer("SELECT count(*) FROM sqlite_schema")
    // EXTRA is FULL, and syncs the folder when a journal is deleted: the one of the change to WAL
    // must not come back after a power cut and undo all that has happened since.
    try connection.run(
      """
      PRAGMA synchronous = EXTRA;
      PRAGMA journal_mode = WAL;
      PRAGMA foreign_keys = ON;
      PRAGMA trusted_schema = OFF;
      PRAGMA cell_size_check = ON;
      PRAGMA journal_size_limit = 67108864;
      PRAGMA cache_size = -16384;
      """)
    try connection.migrate(by: migrations)
    statements = try Statements(on: connection)
    self.connection = connection
  }

  /// The revision of the last write; 0 where there was none.
  package func revision() throws(StoreError) -> UInt64 {
    guard let stored = try connection.integer("SELECT revision FROM head"),
      let revision = UInt64(exactly: stored)
    else {
      throw StoreError(
        .corrupt, path: connection.path, detail: "the head's revision is missing or below 0")
    }
    return revision
  }

  /// Visits all living quotes in catalogue order.
  package func forEachQuote(_ visit: (StoredQuote) -> Void) throws(StoreError) {
    let statement = try Statement(
      "SELECT \(Statements.quoteColumns) FROM quotes WHERE deleted_revision = 0 ORDER BY position",
      on: connection)
    while try statement.step() { visit(statement.quote()) }
  }

  /// The quotes that writes after a revision added, changed or deleted, in catalogue order, each as
  /// it is now.
  package func quotes(changedSince revision: UInt64) throws(StoreError) -> [StoredQuote] {
    let statement = try Statement(
      """
      SELECT \(Statements.quoteColumns) FROM quotes WHERE id IN
        (SELECT id FROM changes WHERE revision > ?1 AND kind = \(ChangeKind.quote.rawValue))
      ORDER BY position
      """, on: connection)
    statement.bind(1, Int64(revision))
    var quotes: [StoredQuote] = []
    while try statement.step() { quotes.append(statement.quote()) }
    return quotes
  }

  /// All calendars, by id.
  package func calendars() throws(StoreError) -> [StoredCalendar] {
    let statement = try Statement(
      "SELECT id, time_zone, filter, seed, first_date FROM calendars ORDER BY id", on: connection)
    var calendars: [StoredCalendar] = []
    while try statement.step() {
      guard let firstDate = try? CivilDate(statement.text(4)) else {
        throw StoreError(
          .corrupt, path: connection.path,
          detail: "the first date of calendar \(statement.text(0)) is none")
      }
      calendars.append(
        StoredCalendar(
          id: statement.text(0), timeZone: statement.text(1), filter: statement.bytes(2),
          seed: UInt64(bitPattern: statement.integer(3)), firstDate: firstDate))
    }
    return calendars
  }

  /// Runs a transaction: all of its changes are on the disk when this returns, or none are.
  ///
  /// Returns the revision of the write, or nil where nothing was changed.
  package func write<Result>(
    at time: Timestamp, _ body: (inout StoreTransaction) throws(StoreError) -> Result
  ) throws(StoreError) -> (result: Result, revision: UInt64?) {
    try connection.run("BEGIN IMMEDIATE")
    do throws(StoreError) {
      var transaction = StoreTransaction(store: self, time: time)
      let result = try body(&transaction)
      let revision = transaction.revision
      try connection.run(revision == nil ? "ROLLBACK" : "COMMIT")
      return (result, revision)
    } catch {
      // A full disk ends the transaction by itself. A failure to end it here would hide the cause.
      if connection.isInTransaction { try? connection.run("ROLLBACK") }
      throw error
    }
  }
}
