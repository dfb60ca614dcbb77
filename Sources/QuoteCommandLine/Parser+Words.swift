// SPDX-License-Identifier: Apache-2.0

/// Words: the names of commands, then arguments.
extension Parser {
  mutating func take(word: String) throws(UsageError) -> HelpPage? {
    guard !command.commands.isEmpty else {
      words.append(word)
      return nil
    }
    if let next = command.commands.first(where: { $0.name == word }) {
      path.append(next)
      return nil
    }
    if word == "help" { return try helpForTheRest() }
    let guess = nearestName(to: word, among: command.commands.map(\.name))
    throw failure(
      "unknown command '\(word)'" + (guess.map { "; did you mean '\($0)'?" } ?? commandList()))
  }

  /// `help list` asks for the same as `list --help`.
  private mutating func helpForTheRest() throws(UsageError) -> HelpPage {
    while let word = tokens.popFirst(), !word.hasPrefix("-") {
      let isCommand = command.commands.contains { $0.name == word }
      guard isCommand else { throw failure("there is no help on '\(word)'" + commandList()) }
      _ = try take(word: word)
    }
    return HelpPage(path: path)
  }

  func commandList() -> String {
    command.commands.isEmpty ? "" : "; choose \(Value.list(command.commands.map(\.name)))"
  }

  func boundArguments() throws(UsageError) -> [String: [String]] {
    var bound: [String: [String]] = [:]
    var rest = words[...]
    for argument in command.arguments {
      let taken =
        switch argument.count {
        case .one, .oneOrNone: rest.prefix(1)
        case .oneOrMore, .any: rest
        }
      rest = rest.dropFirst(taken.count)
      if taken.isEmpty, argument.count == .one || argument.count == .oneOrMore {
        throw failure("\(argument.name) is missing")
      }
      for word in taken {
        guard let problem = argument.value.problem(with: word) else { continue }
        throw failure("\(argument.name) can't be '\(word)': \(problem)")
      }
      bound[argument.name] = Array(taken)
    }
    if let extra = rest.first { throw failure("unexpected argument '\(extra)'") }
    return bound
  }
}
