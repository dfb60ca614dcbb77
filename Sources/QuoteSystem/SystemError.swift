// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// What the operating system refused: which operation, on what, and why.
package struct SystemError: Error, Equatable, CustomStringConvertible {
  /// Why.
  package enum Reason: Equatable, Sendable {
    /// The system's own error number.
    case code(Int32)
    /// The file is larger than the caller wants to read, in bytes.
    case largerThan(limit: Int)
    /// Another process has the lock; nil where it did not say which.
    case heldBy(process: Int32?)
  }

  /// What was tried, as a verb: `open`, `read`, …
  package let operation: String
  /// The file or folder it was tried on.
  package let path: String
  /// Why it was refused.
  package let reason: Reason

  /// The refusal that the system's `errno` tells of just now.
  static func current(_ operation: String, _ path: String) -> Self {
    Self(operation: operation, path: path, reason: .code(errno))
  }

  /// A sentence for a person.
  package var description: String {
    switch reason {
    case .code(let code): "can't \(operation) \(path): \(Self.text(of: code))"
    case .largerThan(let limit): "can't \(operation) \(path): it is larger than \(limit) bytes"
    case .heldBy(.some(let process)): "\(path) is in use by process \(process)"
    case .heldBy(nil): "\(path) is in use by another process"
    }
  }

  /// Whether nobody reads the other end of a pipe any more.
  package var isBrokenPipe: Bool { reason == .code(EPIPE) }

  private static func text(of code: Int32) -> String {
    unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
  }
}
