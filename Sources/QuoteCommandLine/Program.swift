// SPDX-License-Identifier: Apache-2.0

/// A program's command line as data: its commands, their options and arguments, and its version.
///
/// Parsing, `--help` and every later product (completions, a manual page) come from this one
/// description. Nothing here reads the process: the caller passes arguments and environment in.
package struct Program: Sendable {
  /// The program itself: what it does without a command, and the commands it has.
  ///
  /// The options of a command are understood by all commands below it too, before or after
  /// their names.
  package let root: Command
  /// What `--version` prints after the program's name.
  package let version: String

  /// Creates a program. A description that contradicts itself is our bug and traps.
  package init(root: Command, version: String) {
    self.root = root
    self.version = version
    root.check(inherited: [.help, .version])
  }

  /// Understands what a person typed, without the program's own name.
  ///
  /// - Parameter environment: The value of a variable, asked for only where an option names it and
  ///   was not given; empty counts as unset.
  /// - Throws: What is wrong with it, in words for that person.
  package func parse(
    _ arguments: some Sequence<String>, environment: @escaping (String) -> String?
  ) throws(UsageError) -> ParsedCommandLine {
    var parser = Parser(program: self, tokens: Array(arguments), environment: environment)
    return try parser.parse()
  }

  /// The help of the command at the end of a path of names; of the program where it is empty.
  package func help(for path: [String] = []) -> HelpPage? {
    var commands = [root]
    var command = root
    for name in path {
      guard let next = command.commands.first(where: { $0.name == name }) else { return nil }
      commands.append(next)
      command = next
    }
    return HelpPage(path: commands)
  }
}

/// What a person asked for.
package enum ParsedCommandLine: Sendable {
  /// To run a command.
  case run(Invocation)
  /// To read about one: `--help`, or `help` and its name.
  case help(HelpPage)
  /// `--version`: the line to print.
  case version(String)
}
