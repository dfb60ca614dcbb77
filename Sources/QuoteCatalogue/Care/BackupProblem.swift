// SPDX-License-Identifier: Apache-2.0

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

  /// A sentence for a person.
  package var description: String {
    switch self {
    case .relativePath(let path):
      "path is \"\(path)\": give an absolute one, on the server's machine."
    case .fileExists(let path): "\(path) is there already, and is left alone: choose another name."
    case .system(let error): "There is no backup: \(error)."
    case .store(let error): "There is no backup: \(error)."
    }
  }
}
