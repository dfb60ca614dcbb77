// SPDX-License-Identifier: Apache-2.0

/// What a shell reads to complete a program's command line, made from its description.
package enum CompletionScript: String, CaseIterable, Sendable {
  /// For bash, 3.2 and later.
  case bash
  /// For zsh, in a folder of its `fpath`.
  case zsh
  /// For fish.
  case fish

  /// The script.
  package func text(of program: Program) -> String {
    let places = Place.all(of: program)
    return switch self {
    case .bash: BashCompletion(name: program.root.name, places: places).text
    case .zsh: ZshCompletion(name: program.root.name, places: places).text
    case .fish: FishCompletion(name: program.root.name, places: places).text
    }
  }
}

/// A command, by the names that lead to it, and what may follow them.
struct Place {
  /// "quote calendar put".
  let path: String
  let commands: [(name: String, summary: String)]
  let options: [Option]
  let arguments: [Argument]

  /// All commands of a program, itself first.
  static func all(of program: Program) -> [Place] {
    all(from: program.root, path: [], inherited: [.help, .version])
  }

  private static func all(
    from command: Command, path: [String], inherited: [Option]
  ) -> [Place] {
    let path = path + [command.name]
    let scope = command.options + inherited
    let standIn = command.standInCommand
    let help = path.count == 1 ? [("help", "Shows the help of a command.")] : []
    let place = Place(
      path: path.joined(separator: " "),
      commands: command.commands.map { ($0.name, $0.summary) } + help,
      options: (standIn?.options ?? []) + scope,
      arguments: command.arguments + (standIn?.arguments ?? []))
    // Help is asked for by the names of commands.
    return [place] + command.commands.flatMap { all(from: $0, path: path, inherited: scope) }
  }

  /// The words that an option goes by.
  static func words(of option: Option) -> [String] {
    ["--\(option.name)"] + (option.short.map { ["-\($0)"] } ?? [])
  }
}

extension String {
  /// The text as one word of a POSIX shell, of zsh and, but for backslashes, of fish.
  var shellWord: String { "'" + replacing("'", with: "'\\''") + "'" }

  /// The first sentence, for a list of candidates.
  var firstSentence: String {
    let end = firstRange(of: ". ")?.lowerBound ?? endIndex
    return String(self[..<end]).trimmingFullStop
  }

  private var trimmingFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}

extension Value {
  /// How a script names what a value may be: `@file`, `@directory`, or the words themselves.
  var candidates: String {
    switch kind {
    case .choice(let words): words.joined(separator: " ")
    case .file: "@file"
    case .directory: "@directory"
    case .text, .integer, .duration, .size, .rate: ""
    }
  }
}
