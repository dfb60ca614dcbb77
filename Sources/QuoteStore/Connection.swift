// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

/// An open database, closed when its owner lets it go.
@safe struct Connection: ~Copyable {
  let raw: OpaquePointer
  /// The file.
  let path: String

  /// What a connection is for.
  enum Mode {
    /// To read and write; a file that is missing is created.
    case writing
    /// To read a file that is there.
    case reading
  }

  /// Opens a file; its statements wait so long for a lock that another connection has.
  init(path: String, mode: Mode, busyTimeoutMilliseconds: Int32) throws(StoreError) {
    var raw: OpaquePointer?
    let flags =
      SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
      | (mode == .writing ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY)
    let code = unsafe sqlite3_open_v2(path, &raw, flags, nil)
    guard let opened = unsafe raw else {
      throw StoreError(.noMemory, path: path, detail: "")
    }
    guard code == SQLITE_OK else {
      let error = StoreError(code: code, of: opened, path: path)
      unsafe sqlite3_close_v2(opened)
      throw error
    }
    unsafe self.raw = opened
    self.path = path
    unsafe sqlite3_busy_timeout(opened, busyTimeoutMilliseconds)
  }

  /// Statements that are still there keep the database open until they go too.
  deinit { unsafe sqlite3_close_v2(raw) }

  /// Runs statements that give no rows.
  func run(_ sql: String) throws(StoreError) {
    try check(unsafe sqlite3_exec(raw, sql, nil, nil, nil))
  }

  /// The one integer that a query gives, or nil where it gives no row.
  func integer(_ sql: String) throws(StoreError) -> Int64? {
    let statement = try Statement(sql, on: self)
    return try statement.step() ? statement.integer(0) : nil
  }

  /// Whether a transaction is open.
  var isInTransaction: Bool { unsafe sqlite3_get_autocommit(raw) == 0 }

  /// Throws what a code means that is not success.
  func check(_ code: Int32) throws(StoreError) {
    guard code == SQLITE_OK else { throw StoreError(code: code, of: unsafe raw) }
  }

  /// Why the last operation failed.
  var lastError: StoreError {
    StoreError(code: unsafe sqlite3_extended_errcode(raw), of: unsafe raw)
  }
}
