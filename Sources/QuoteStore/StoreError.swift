// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Why the store could not do what it was asked, and which file it is about.
package struct StoreError: Error, Equatable, CustomStringConvertible {
  /// Why, apart from how SQLite words it.
  package enum Reason: Equatable, Sendable {
    /// The disk, or the quota, is full. Nothing was changed; later writes may succeed.
    case diskFull
    /// The file or its folder may not be written.
    case readOnly
    /// The file can't be opened or created.
    case cannotOpen
    /// Another connection kept the file locked for longer than the store waits.
    case busy
    /// The file is damaged.
    case corrupt
    /// The file is a database of another program, or none at all.
    case notAStore
    /// The system refused to read or write.
    case inputOutput
    /// There is no memory.
    case noMemory
    /// A row breaks a rule of the schema: an id or content key that is there already, for one.
    case constraint
    /// A text is longer than SQLite takes.
    case tooLarge
    /// A later version of the program made it; a version that knows schema `needed` is required.
    case newerSchema(version: Int, needed: Int, known: Int)
    /// It was closed, since the program is ending.
    case closed
  }

  /// Why.
  package let reason: Reason
  /// The file.
  package let path: String
  /// How SQLite words it, or more on what is wrong.
  package let detail: String

  /// A sentence for a person.
  package var description: String {
    switch reason {
    case .diskFull: "the disk is full: \(path) could not be written"
    case .readOnly: "\(path) may not be written"
    case .cannotOpen: "\(path) can't be opened: \(detail)"
    case .busy: "\(path) is locked by another program"
    case .corrupt: "\(path) is damaged: \(detail)"
    case .notAStore: "\(path) is not a catalogue of quotes"
    case .inputOutput: "\(path) could not be read or written: \(detail)"
    case .noMemory: "there is no memory for \(path)"
    case .constraint: "a row does not fit into \(path): \(detail)"
    case .tooLarge: "a text is too large for \(path)"
    case .closed: "\(path) was closed, since the program is ending"
    case .newerSchema(let version, let needed, let known):
      "\(path) has schema \(version), which a later version made: one that knows schema \(needed) "
        + "is needed, and this one knows schema \(known)"
    }
  }

  /// What went wrong on a connection just now; of the file that it has open where no path is given.
  @safe init(code: Int32, of connection: OpaquePointer?, path: String? = nil) {
    // Of a commit that fails SQLite keeps no error number, but the system keeps its last one.
    let last = errno
    let kept = unsafe sqlite3_system_errno(connection)
    let open = unsafe sqlite3_db_filename(connection, "main").map { unsafe String(cString: $0) }
    self.init(
      code: code, systemError: kept == 0 ? last : kept,
      path: path ?? open ?? "",
      detail: unsafe String(cString: sqlite3_errmsg(connection)))
  }

  /// Translates what SQLite returned and, where it failed to read or write, the system's own error
  /// number. A code that only a mistake of ours can cause ends the process.
  package init(code: Int32, systemError: Int32, path: String, detail: String) {
    self.path = path
    self.detail = detail
    reason =
      switch code & 0xFF {
      // Where it makes room beforehand, SQLite doesn't say that there is none: FULL is for writes.
      case SQLITE_IOERR where [ENOSPC, EDQUOT, EFBIG].contains(systemError): .diskFull
      case SQLITE_FULL: .diskFull
      case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: .readOnly
      case SQLITE_CANTOPEN: .cannotOpen
      case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: .busy
      case SQLITE_NOTADB: .notAStore
      // SQLITE_ERROR means that a table or column is missing: the statements are the same always.
      case SQLITE_CORRUPT, SQLITE_FORMAT, SQLITE_ERROR, SQLITE_SCHEMA, SQLITE_MISMATCH: .corrupt
      case SQLITE_IOERR, SQLITE_NOLFS, SQLITE_INTERRUPT: .inputOutput
      case SQLITE_NOMEM: .noMemory
      case SQLITE_CONSTRAINT: .constraint
      case SQLITE_TOOBIG: .tooLarge
      default: preconditionFailure("SQLite says \(code) of \(path): \(detail)")
      }
  }

  /// The same error where the connection only reads its own file and writes another: what can only
  /// go wrong with a file that is written is told of that one.
  func blamingWritten(_ written: String) -> StoreError {
    switch reason {
    case .diskFull, .readOnly, .cannotOpen:
      StoreError(reason, path: written, detail: detail)
    case .busy, .corrupt, .notAStore, .inputOutput, .noMemory, .constraint, .tooLarge,
      .newerSchema, .closed:
      self
    }
  }

  /// An error that SQLite doesn't know of, such as content that can't be.
  package init(_ reason: Reason, path: String, detail: String) {
    self.reason = reason
    self.path = path
    self.detail = detail
  }
}
