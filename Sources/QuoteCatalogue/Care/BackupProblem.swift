// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
package import QuoteStore
package import QuoteSystem

/// Why there is no backup.
package enum BackupProblem: Error, Equatable, Sendable, CustomStringConvertible {
  /// The path doesn't begin at the root, and the server may have been started anywhere.
  case relativePath(String)
  /// There is a file at the path.
  case fileExists(String)
  /// The file can't be made or written.
  case system(SystemError)
  /// The store can't be read, or the copy not be written.
  case store(StoreError)

  /// What kind of problem it is, and the reason that programs get: UPPER_SNAKE_CASE.
  package enum Kind: String, Sendable {
    /// The path can't be one.
    case invalidPath = "RELATIVE_PATH"
    /// Something is there.
    case fileExists = "FILE_EXISTS"
    /// The file can't be made or written.
    case notWritable = "FILE_NOT_WRITABLE"
    /// The disk is full.
    case noRoom = "DISK_FULL"
    /// What was written, or what was to be copied, is damaged.
    case notWhole = "COPY_NOT_WHOLE"
    /// The store can't be read.
    case notReadable = "STORE_NOT_READABLE"
  }

  /// What kind of problem it is.
  package var kind: Kind {
    switch self {
    case .relativePath: .invalidPath
    case .fileExists: .fileExists
    case .system: .notWritable
    case .store(let error):
      switch error.reason {
      case .diskFull: .noRoom
      case .corrupt: .notWhole
      default: .notReadable
      }
    }
  }

  /// A sentence for a person.
  package var description: String {
    switch self {
    case .relativePath(let path):
      "path is \(Excerpt(path)): give an absolute one, on the server's machine."
    case .fileExists(let path): "\(path) is there already, and is left alone: choose another name."
    case .system(let error): "There is no backup: \(error)."
    case .store(let error): "There is no backup: \(error)."
    }
  }
}
