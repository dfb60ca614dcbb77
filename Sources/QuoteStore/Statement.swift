// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

/// A compiled query, finalized when its owner lets it go.
@safe struct Statement: ~Copyable {
  private let raw: OpaquePointer

  /// Compiles a query.
  init(_ sql: String, on connection: borrowing Connection) throws(StoreError) {
    var raw: OpaquePointer?
    let code = unsafe sqlite3_prepare_v3(
      connection.raw, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &raw, nil)
    try connection.check(code)
    guard let compiled = unsafe raw else { preconditionFailure("An empty query: \(sql)") }
    unsafe self.raw = compiled
  }

  deinit { unsafe sqlite3_finalize(raw) }

  /// Sets a parameter, counted from 1, to a number.
  func bind(_ parameter: Int32, _ number: Int64) {
    checkBinding(unsafe sqlite3_bind_int64(raw, parameter, number))
  }

  /// Sets a parameter, counted from 1, to nothing.
  func bindNull(_ parameter: Int32) {
    checkBinding(unsafe sqlite3_bind_null(raw, parameter))
  }

  /// Sets a parameter, counted from 1, to a text, which is copied.
  func bind(_ parameter: Int32, _ text: String) {
    var text = text
    let code = text.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        unsafe sqlite3_bind_text64(
          raw, parameter, characters.baseAddress, UInt64(characters.count), Self.copies,
          UInt8(SQLITE_UTF8))
      }
    }
    checkBinding(code)
  }

  /// Sets a parameter, counted from 1, to bytes, which are copied.
  func bind(_ parameter: Int32, _ bytes: [UInt8]) {
    let code = unsafe bytes.withUnsafeBytes { bytes in
      unsafe bytes.isEmpty
        ? unsafe sqlite3_bind_zeroblob(raw, parameter, 0)
        : unsafe sqlite3_bind_blob64(
          raw, parameter, bytes.baseAddress, UInt64(bytes.count), Self.copies)
    }
    checkBinding(code)
  }

  /// Goes to the next row; false where there is none.
  func step() throws(StoreError) -> Bool {
    let code = unsafe sqlite3_step(raw)
    if code == SQLITE_ROW { return true }
    guard code != SQLITE_DONE else { return false }
    throw unsafe StoreError(code: code, of: sqlite3_db_handle(raw))
  }

  /// Runs to the end and is ready to run again.
  func run() throws(StoreError) {
    defer { reset() }
    while try step() {}
  }

  /// Makes ready to run again; the parameters stay.
  func reset() {
    // What it returns is the error of the last step, which was thrown then.
    _ = unsafe sqlite3_reset(raw)
  }

  /// A column of the present row, counted from 0, as a number.
  func integer(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(raw, column) }

  /// A column of the present row, counted from 0, as a number with a fraction.
  func fraction(_ column: Int32) -> Double { unsafe sqlite3_column_double(raw, column) }

  /// A column of the present row, counted from 0, as a text.
  func text(_ column: Int32) -> String {
    guard let start = unsafe sqlite3_column_text(raw, column) else { return "" }
    let count = Int(unsafe sqlite3_column_bytes(raw, column))
    return unsafe String(
      decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// A column of the present row, counted from 0, as the texts that line feeds part.
  func lines(_ column: Int32) -> [String] {
    guard let start = unsafe sqlite3_column_text(raw, column) else { return [] }
    let count = Int(unsafe sqlite3_column_bytes(raw, column))
    var lines: [String] = []
    var begin = 0
    for end in 0...count {
      guard unsafe end == count || start[end] == 0x0A else { continue }
      if end > begin {
        let line = unsafe UnsafeBufferPointer(start: start + begin, count: end - begin)
        lines.append(unsafe String(decoding: line, as: UTF8.self))
      }
      begin = end + 1
    }
    return lines
  }

  /// A column of the present row, counted from 0, as bytes.
  func bytes(_ column: Int32) -> [UInt8] {
    guard let start = unsafe sqlite3_column_blob(raw, column) else { return [] }
    let count = Int(unsafe sqlite3_column_bytes(raw, column))
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// Setting a parameter fails only for want of memory, unless the query has no such parameter.
  private func checkBinding(_ code: Int32) {
    precondition(code == SQLITE_OK, "SQLite refused a parameter: \(code)")
  }

  /// What the C header calls SQLITE_TRANSIENT.
  private static var copies: sqlite3_destructor_type {
    unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }
}
