// SPDX-License-Identifier: Apache-2.0

internal import QuoteCommandLine

/// A command of `quoted` and what it does.
struct Verb: Sendable {
  /// The names behind the program's own, as they are typed.
  let path: [String]
  /// Runs it.
  let run: @Sendable (Invocation) async throws -> ExitStatus

  /// Creates what a command of these names does.
  init(_ path: String..., run: @escaping @Sendable (Invocation) async throws -> ExitStatus) {
    self.path = path
    self.run = run
  }
}
