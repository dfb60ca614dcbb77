// SPDX-License-Identifier: Apache-2.0

/// A command that is to run, with all that was said to it, checked against its description.
package struct Invocation: Sendable {
  /// Where the value of an option came from.
  package enum Origin: Sendable, Hashable {
    /// The command line.
    case commandLine
    /// This environment variable.
    case environment(String)
    /// The description.
    case defaultValue
  }

  /// The names of the program and of the commands down to the one that runs.
  package let path: [String]
  /// The command that runs.
  package let command: Command

  private let options: [String: Setting]
  private let arguments: [String: [String]]

  /// What an option was set to, and by what.
  struct Setting: Sendable {
    var origin: Origin
    var values: [String]
  }

  init(
    path: [Command], command: Command, options: [String: Setting], arguments: [String: [String]]
  ) {
    self.path = path.map(\.name)
    self.command = command
    self.options = options
    self.arguments = arguments
  }

  /// Whether a flag was given.
  package func has(_ flag: Option) -> Bool { options[flag.name] != nil }

  /// The value of an option, or nil where it was not given and has no default.
  package func text(_ option: Option) -> String? { options[option.name]?.values.last }

  /// Every value of a repeatable option, in order.
  package func texts(_ option: Option) -> [String] { options[option.name]?.values ?? [] }

  /// The value of an option whose kind is `integer`.
  package func integer(_ option: Option) -> Int? { text(option).flatMap { Int($0) } }

  /// The value of an option whose kind is `duration`.
  package func duration(_ option: Option) -> Duration? {
    text(option).flatMap { Duration(commandLine: $0) }
  }

  /// The value of an option whose kind is `size`, in bytes.
  package func bytes(_ option: Option) -> Int? {
    text(option).flatMap { ByteCount(commandLine: $0)?.bytes }
  }

  /// The value of an option whose kind is `rate`.
  package func rate(_ option: Option) -> Rate? {
    text(option).flatMap { Rate(commandLine: $0) }
  }

  /// Where an option's value came from; nil where there is none.
  package func origin(_ option: Option) -> Origin? { options[option.name]?.origin }

  /// The value of an argument, or nil where it was left out.
  package func text(_ argument: Argument) -> String? { arguments[argument.name]?.first }

  /// Every value of an argument that may come more than once.
  package func texts(_ argument: Argument) -> [String] { arguments[argument.name] ?? [] }

  /// An error about this invocation, for what only the command can see.
  package func usageError(_ message: String) -> UsageError { UsageError(message, path: path) }
}
