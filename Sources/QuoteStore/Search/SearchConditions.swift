// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

/// What SQLite asks a running search about: whether a row is meant, and whether to give up.
final class SearchConditions {
  /// Whether a position may be among the matches.
  var isMeant: (UInt32) -> Bool = { _ in true }
  /// Whether to give up.
  var shouldStop: () -> Bool = { false }
  /// Whether the last search was given up.
  private(set) var wasStopped = false

  /// Steps of SQLite's machine between two questions: about a hundred matches.
  private static let stepsBetween: Int32 = 1_000

  /// Lets a connection ask; it must not outlive this.
  func install(on connection: borrowing Connection) throws(StoreError) {
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    let code = unsafe sqlite3_create_function_v2(
      connection.raw, "is_meant", 1, SQLITE_UTF8 | SQLITE_DIRECTONLY, context,
      { call, _, values in
        let conditions = unsafe SearchConditions.at(sqlite3_user_data(call))
        let position = unsafe sqlite3_value_int64(values?[0])
        unsafe sqlite3_result_int(
          call, conditions?.isMeant(UInt32(truncatingIfNeeded: position)) == true ? 1 : 0)
      }, nil, nil, nil)
    try connection.check(code)
    unsafe sqlite3_progress_handler(
      connection.raw, Self.stepsBetween,
      { context in unsafe SearchConditions.at(context)?.asksToStop() == true ? 1 : 0 }, context)
  }

  /// Lets go of what the last search was about.
  func forget() {
    isMeant = { _ in true }
    shouldStop = { false }
    wasStopped = false
  }

  private func asksToStop() -> Bool {
    wasStopped = wasStopped || shouldStop()
    return wasStopped
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> SearchConditions? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<SearchConditions>.fromOpaque(context).takeUnretainedValue()
  }
}
