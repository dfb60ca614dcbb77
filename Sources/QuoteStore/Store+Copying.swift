// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

/// What a copy of a store turned out to hold.
package struct StoreCopy: Sendable, Hashable {
  /// The quotes in it, without those that were deleted.
  package let quoteCount: Int
  /// The revision that it is of.
  package let revision: UInt64
}

extension Store {
  /// Writes a store as it is at one moment to a file that is there and empty, whatever another
  /// connection writes meanwhile, and checks the copy by opening it. What is copied is not on the
  /// disk for certain until the file is synced.
  ///
  /// - Throws: `corrupt` where the copy isn't whole.
  package static func copy(
    _ path: String, into target: String, busyTimeoutMilliseconds: Int32
  ) throws(StoreError) -> StoreCopy {
    let connection = try Connection(
      path: path, mode: .reading, busyTimeoutMilliseconds: busyTimeoutMilliseconds)
    let statement = try Statement("VACUUM INTO ?1", on: connection)
    statement.bind(1, target)
    do throws(StoreError) {
      try statement.run()
    } catch {
      throw error.blamingWritten(target)
    }
    let copy = try Store(reading: target, busyTimeoutMilliseconds: busyTimeoutMilliseconds)
    if let flaw = try copy.flaw() {
      throw StoreError(.corrupt, path: target, detail: "the copy is not whole: \(flaw)")
    }
    let count = try copy.connection.integer(
      "SELECT count(*) FROM quotes WHERE deleted_revision = 0")
    return StoreCopy(quoteCount: Int(count ?? 0), revision: try copy.revision())
  }

  /// What SQLite finds wrong with the file's structure, in its own words; nil = nothing. It reads all
  /// of the file.
  package func flaw() throws(StoreError) -> String? {
    let statement = try Statement("PRAGMA quick_check(1)", on: connection)
    guard try statement.step() else { return "quick_check says nothing" }
    let verdict = statement.text(0)
    return verdict == "ok" ? nil : verdict
  }

  /// The schema that the file has.
  package func schemaVersion() throws(StoreError) -> Int {
    Int(try connection.integer("SELECT schema_version FROM schema") ?? 0)
  }
}
