// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

extension Connection {
  /// Copies the whole database into a file, in place of what is there. When this returns, the copy is
  /// on the disk; if it throws, or the power fails, the file is as it was, or empty.
  func copy(to path: String) throws(StoreError) {
    let copy = try Connection(path: path, mode: .writing, busyTimeoutMilliseconds: 0)
    // The copy is one transaction of the new file; EXTRA also syncs the folder that lists it.
    try copy.run("PRAGMA synchronous = EXTRA")
    guard let backup = unsafe sqlite3_backup_init(copy.raw, "main", raw, "main") else {
      throw copy.lastError
    }
    let code = unsafe sqlite3_backup_step(backup, -1)
    unsafe sqlite3_backup_finish(backup)
    // Ending with DONE means that all pages were copied.
    guard code == SQLITE_DONE else { throw StoreError(code: code, of: unsafe copy.raw) }
  }
}
