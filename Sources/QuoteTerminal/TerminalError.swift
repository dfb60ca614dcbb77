// SPDX-License-Identifier: Apache-2.0

/// Why a terminal can't be drawn on.
package enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The standard output is a file or a pipe.
  case outputIsNone
  /// The standard input is a file or a pipe.
  case inputIsNone
  /// The machine doesn't know how this type of terminal is drawn on.
  case unknownType(String)
  /// The system has no pipe for it.
  case noPipe

  /// What is wrong and what would be right.
  package var description: String {
    switch self {
    case .outputIsNone: "it draws on a terminal, and the standard output is none"
    case .inputIsNone: "it reads keys from a terminal, and the standard input is none"
    case .unknownType(""):
      "the variable TERM doesn't tell what terminal this is: set it, to xterm-256color for example"
    case .unknownType(let name):
      "the terminal \(name), which TERM names, is unknown here: install its terminfo entry, or try "
        + "TERM=xterm-256color"
    case .noPipe: "too many files are open"
    }
  }
}
