// SPDX-License-Identifier: Apache-2.0

/// A program or one of its commands: what it is for and what it takes.
package struct Command: Sendable {
  /// What a person types; whole words with dashes between them.
  package let name: String
  /// What it does, as one sentence in the third person with its full stop.
  package let summary: String
  /// Paragraphs that help prints below the summary.
  package let discussion: [String]
  /// Its options; the commands below it take them too.
  package let options: [Option]
  /// What stands without a dash, in order. Only a command without commands has any.
  package let arguments: [Argument]
  /// The commands below it.
  package let commands: [Command]
  /// The name of the command that runs where none was named; its options may then be given.
  package let standIn: String?
  /// How it is used.
  package let examples: [Example]
  /// What else help tells, at its end.
  package let sections: [HelpSection]

  /// Creates a command.
  package init(
    _ name: String,
    summary: String,
    discussion: [String] = [],
    options: [Option] = [],
    arguments: [Argument] = [],
    commands: [Command] = [],
    standIn: String? = nil,
    examples: [Example] = [],
    sections: [HelpSection] = []
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.options = options
    self.arguments = arguments
    self.commands = commands
    self.standIn = standIn
    self.examples = examples
    self.sections = sections
  }

  /// The command that runs where none was named.
  var standInCommand: Command? { commands.first { $0.name == standIn } }

  /// Traps where the description contradicts itself.
  func check(inherited: [Option]) {
    let inScope = inherited + options
    precondition(
      Set(inScope.map(\.name)).count == inScope.count, "\(name): two options have one name.")
    let shorts = inScope.compactMap(\.short)
    precondition(Set(shorts).count == shorts.count, "\(name): two options have one letter.")
    precondition(
      Set(commands.map(\.name)).count == commands.count, "\(name): two commands have one name.")
    precondition(
      commands.isEmpty || arguments.isEmpty, "\(name): it has both commands and arguments.")
    precondition(
      standIn == nil || standInCommand != nil, "\(name): its stand-in is none of its commands.")
    let onlyLastMayVary = arguments.dropLast().allSatisfy { $0.count == .one }
    precondition(onlyLastMayVary, "\(name): only the last argument may be left out or repeated.")
    for command in commands { command.check(inherited: inScope) }
  }
}

/// One way to use a command, and what comes of it.
package struct Example: Sendable, Hashable {
  /// What to type, with the program's name.
  package let line: String
  /// What it does.
  package let explanation: String

  /// Creates an example.
  package init(_ line: String, _ explanation: String) {
    self.line = line
    self.explanation = explanation
  }
}

/// A part of a help page that explains terms, such as the exit codes.
package struct HelpSection: Sendable, Hashable {
  /// A term and its meaning.
  package struct Row: Sendable, Hashable {
    /// The term; empty for a paragraph of its own.
    package let term: String
    /// Its meaning.
    package let meaning: String

    /// Creates a row.
    package init(_ term: String, _ meaning: String) {
      self.term = term
      self.meaning = meaning
    }
  }

  /// The heading, without a colon.
  package let title: String
  /// What it says, in order.
  package let rows: [Row]

  /// Creates a section.
  package init(_ title: String, _ rows: [Row]) {
    self.title = title
    self.rows = rows
  }
}
