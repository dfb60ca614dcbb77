// SPDX-License-Identifier: Apache-2.0

/// Reads a command line from left to right, going down into commands as it meets their names.
struct Parser {
  private let program: Program
  private let environment: (String) -> String?
  var tokens: ArraySlice<String>
  var path: [Command]
  var settings: [String: Invocation.Setting] = [:]
  var words: [String] = []

  init(program: Program, tokens: [String], environment: @escaping (String) -> String?) {
    self.program = program
    self.environment = environment
    self.tokens = tokens[...]
    path = [program.root]
  }

  mutating func parse() throws(UsageError) -> ParsedCommandLine {
    var onlyWords = false
    while let token = tokens.popFirst() {
      if onlyWords || token == "-" || !token.hasPrefix("-") {
        if let page = try take(word: token) { return .help(page) }
      } else if token == "--" {
        onlyWords = true
      } else if let name = token.dropping("--") {
        try take(long: name)
      } else {
        try take(shorts: token.dropFirst())
      }
      if settings[Option.help.name] != nil { return .help(HelpPage(path: path)) }
      if settings[Option.version.name] != nil {
        return .version("\(program.root.name) \(program.version)")
      }
    }
    return .run(try invocation())
  }

  var command: Command { path[path.count - 1] }

  /// The options that may be given here: those of the command, and of all above it.
  var scope: [Option] { path.reversed().flatMap(\.options) + [.help, .version] }

  func failure(_ message: String, status: ExitStatus = .usage) -> UsageError {
    UsageError(message, path: path.map(\.name), status: status)
  }
}

extension Parser {
  private mutating func invocation() throws(UsageError) -> Invocation {
    while let next = command.standInCommand { path.append(next) }
    guard command.commands.isEmpty else { throw failure("a command is missing" + commandList()) }
    let arguments = try boundArguments()
    for option in scope where settings[option.name] == nil {
      settings[option.name] = try fallback(of: option)
    }
    return Invocation(path: path, command: command, options: settings, arguments: arguments)
  }

  /// What holds for an option that wasn't given: its variable, else its default.
  private func fallback(of option: Option) throws(UsageError) -> Invocation.Setting? {
    if let name = option.environment, let text = environment(name), !text.isEmpty {
      guard let value = option.value else {
        switch text.lowercased() {
        case "1", "true", "yes", "on":
          return Invocation.Setting(origin: .environment(name), values: [])
        case "0", "false", "no", "off": return nil
        default:
          // What a person meant to switch on, such as a lock, must not stay off without a word.
          throw failure(
            "the environment variable \(name) can't be '\(text)': it must be 1, true, yes or on, or "
              + "0, false, no or off", status: .configuration)
        }
      }
      if let problem = value.problem(with: text) {
        throw failure(
          "the environment variable \(name) can't be '\(text)': \(problem)",
          status: .configuration)
      }
      return Invocation.Setting(origin: .environment(name), values: [text])
    }
    return option.defaultValue.map { Invocation.Setting(origin: .defaultValue, values: [$0]) }
  }
}

extension String {
  /// What comes after a prefix; nil where it isn't there.
  func dropping(_ prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}
