// SPDX-License-Identifier: Apache-2.0

/// One step from a schema to the next.
package struct Migration: Sendable {
  /// The schema that it makes.
  package let version: Int
  /// The lowest schema that a program must know to use a store after it: lower than `version` where
  /// it only adds what an older program can ignore.
  package let minReader: Int
  /// What it runs.
  let sql: String

  /// Declares a step.
  package init(version: Int, minReader: Int, sql: String) {
    self.version = version
    self.minReader = minReader
    self.sql = sql
  }
}

/// The tables of the store, as the steps that lead to them.
package enum Schema {
  /// Marks the file as ours: "QUOT".
  static let applicationID = 0x5155_4F54

  /// All steps, oldest first. One that was released never changes.
  package static let migrations = [
    Migration(version: 1, minReader: 1, sql: first),
    Migration(version: 2, minReader: 2, sql: second),
  ]
}

extension Connection {
  /// Brings the store to the newest of the schemas, each step whole or not at all.
  ///
  /// A store that is not new is copied first, to `PATH.schema-VERSION`: an older program can be given
  /// that copy.
  func migrate(by migrations: [Migration]) throws(StoreError) {
    let known = migrations.last?.version ?? 0
    var version = try schemaVersion(known: known)
    if version > 0, version < known { try copy(to: "\(path).schema-\(version)") }
    for migration in migrations where migration.version > version {
      try run("BEGIN IMMEDIATE")
      do throws(StoreError) {
        if version == 0 { try found() }
        try run(migration.sql)
        try run(
          "UPDATE schema SET schema_version = \(migration.version), "
            + "min_reader = \(migration.minReader)")
        try run("COMMIT")
      } catch {
        if isInTransaction { try run("ROLLBACK") }
        throw error
      }
      version = migration.version
    }
  }

  /// The schema of the file; 0 where it is new. Refuses a file that isn't ours or is too new.
  private func schemaVersion(known: Int) throws(StoreError) -> Int {
    guard let application = try integer("PRAGMA application_id"), application != 0 else {
      guard try integer("SELECT count(*) FROM sqlite_schema") == 0 else {
        throw StoreError(.notAStore, path: path, detail: "It has tables of another program.")
      }
      return 0
    }
    guard application == Schema.applicationID else {
      throw StoreError(.notAStore, path: path, detail: "It is marked \(application).")
    }
    let version = Int(try integer("SELECT schema_version FROM schema") ?? 0)
    let needed = Int(try integer("SELECT min_reader FROM schema") ?? 0)
    guard needed <= known else {
      throw StoreError(
        .newerSchema(version: version, needed: needed, known: known), path: path, detail: "")
    }
    return version
  }

  private func found() throws(StoreError) {
    try run("PRAGMA application_id = \(Schema.applicationID)")
    try run(
      """
      CREATE TABLE schema (
        only INTEGER PRIMARY KEY CHECK (only = 1),
        schema_version INTEGER NOT NULL,
        min_reader INTEGER NOT NULL
      ) STRICT;
      INSERT INTO schema VALUES (1, 0, 0);
      """)
  }
}
