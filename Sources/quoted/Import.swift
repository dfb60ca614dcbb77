// SPDX-License-Identifier: Apache-2.0

internal import QuoteCommandLine

/// `quoted import`
enum Import {
  static let command = Command("import", summary: "Adds the quotes of files to a catalogue.")
  static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus { .success }
}
