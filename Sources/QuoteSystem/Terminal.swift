// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// One of the streams that a process is started with.
package struct StandardStream: Sendable {
  private let descriptor: Int32

  /// Where a person's answers come from.
  package static let input = StandardStream(descriptor: STDIN_FILENO)
  /// Where results go.
  package static let output = StandardStream(descriptor: STDOUT_FILENO)
  /// Where problems and progress go.
  package static let error = StandardStream(descriptor: STDERR_FILENO)

  /// Writes all of the text; `broken pipe` and a full disk are thrown.
  package func write(_ text: String) throws(SystemError) {
    try write(Array(text.utf8))
  }

  /// Writes all of the bytes.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    try Descriptor.write(bytes, to: descriptor, path: "standard output or error")
  }

  /// Whether a person sees it, or types it, directly.
  package var isTerminal: Bool { isatty(descriptor) == 1 }

  /// The columns of the terminal, or nil where it is none.
  package var columns: Int? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }
}
