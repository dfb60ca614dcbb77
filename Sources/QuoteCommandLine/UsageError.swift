// SPDX-License-Identifier: Apache-2.0

/// What is wrong with a command line, in words for who typed it.
package struct UsageError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong and what would be right, as a sentence without its full stop.
  package let message: String
  /// The names of the program and of the commands down to the one concerned.
  package let path: [String]
  /// `usage`, or `configuration` where an environment variable is at fault.
  package let status: ExitStatus

  /// Creates an error; commands throw it too, for what only they can see.
  package init(_ message: String, path: [String], status: ExitStatus = .usage) {
    self.message = message
    self.path = path
    self.status = status
  }

  /// Two lines: the message, and where to read more.
  package var description: String {
    """
    \(path.first ?? ""): \(message)
    Try '\(path.joined(separator: " ")) --help'.
    """
  }
}
