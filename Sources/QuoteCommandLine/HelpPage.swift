// SPDX-License-Identifier: Apache-2.0

/// What `--help` prints of a command, made from its description.
package struct HelpPage: Sendable {
  /// The program, and the commands down to the one that the page is of.
  package let path: [Command]

  /// Creates the page of the last command of a path.
  init(path: [Command]) { self.path = path }

  /// The page as text, ended by a line feed.
  ///
  /// - Parameter width: Columns to wrap to; taken as 40 at least and 100 at most, since longer
  ///   lines are hard to read. Help is ASCII, so a character is a column.
  package func text(width: Int) -> String {
    let width = min(max(width, 40), 100)
    guard let command = path.last else { return "" }
    var lines: [String] = []
    for paragraph in [command.summary] + command.discussion {
      lines += wrapped(paragraph, width: width) + [""]
    }
    lines += wrapped("Usage: \(usage(of: command))", width: width, hanging: 7)
    for (title, rows) in tables(of: command) where !rows.isEmpty {
      lines += ["", "\(title):"] + table(rows, width: width)
    }
    if !command.examples.isEmpty { lines += ["", "Examples:"] }
    for example in command.examples {
      lines += ["  \(example.line)"]
      lines += wrapped(example.explanation, width: width - 6).map { "      \($0)" }
    }
    for section in command.sections {
      lines += ["", "\(section.title):"] + table(section.rows, width: width)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func usage(of command: Command) -> String {
    (path.map(\.name) + Self.usageWords(of: command)).joined(separator: " ")
  }

  /// What may stand behind a command's name.
  static func usageWords(of command: Command) -> [String] {
    var words = ["[OPTION]..."]
    if !command.commands.isEmpty { words.append(command.standIn == nil ? "COMMAND" : "[COMMAND]") }
    for argument in command.arguments {
      switch argument.count {
      case .one: words.append(argument.name)
      case .oneOrNone: words.append("[\(argument.name)]")
      case .oneOrMore: words.append("\(argument.name)...")
      case .any: words.append("[\(argument.name)]...")
      }
    }
    return words
  }

  private func tables(of command: Command) -> [(String, [HelpSection.Row])] {
    let inherited = path.dropLast().reversed().flatMap(\.options) + [.help, .version]
    return [
      ("Commands", command.commands.map { HelpSection.Row($0.name, $0.summary) }),
      ("Arguments", command.arguments.map { HelpSection.Row($0.name, $0.facts) }),
      ("Options", command.options.map { HelpSection.Row(spelled($0), $0.facts) }),
      ("Options of every command", inherited.map { HelpSection.Row(spelled($0), $0.facts) }),
    ]
  }

  private func spelled(_ option: Option) -> String {
    let short = option.short.map { "-\($0), " } ?? "    "
    return "\(short)--\(option.name)" + (option.value.map { " \($0.placeholder)" } ?? "")
  }
}

extension Argument {
  /// What it means and may be.
  var facts: String {
    if case .choice(let choices) = value.kind { return "\(help) Choose \(Value.list(choices))." }
    return help
  }
}

extension Option {
  /// What it does, and what there is to know of its value.
  var facts: String {
    var facts: [String] = []
    if case .choice(let choices) = value?.kind { facts.append(Value.list(choices)) }
    if isRepeatable { facts.append("may be repeated") }
    if let value = defaultValue { facts.append("default: \(value)") }
    if let name = environment { facts.append("environment: \(name)\(value == nil ? "=1" : "")") }
    return facts.isEmpty ? help : "\(help) [\(facts.joined(separator: "; "))]"
  }
}

extension HelpPage {
  /// Two columns: terms, and what they mean; a long term has a line of its own, and what has no
  /// term is a paragraph over both columns.
  private func table(_ rows: [HelpSection.Row], width: Int) -> [String] {
    let longest = rows.map(\.term.count).max() ?? 0
    let indent = min(longest, width / 3) + 4
    var lines: [String] = []
    for row in rows {
      if row.term.isEmpty {
        lines += wrapped(row.meaning, width: width - 2).map { "  \($0)" }
        continue
      }
      let meaning = wrapped(row.meaning, width: width - indent)
      let padding = String(repeating: " ", count: indent)
      var rest = meaning[...]
      let term = "  \(row.term)"
      if term.count + 2 <= indent, let first = rest.popFirst() {
        lines.append(term + String(repeating: " ", count: indent - term.count) + first)
      } else {
        lines.append(term)
      }
      lines += rest.map { padding + $0 }
    }
    return lines
  }

  /// Breaks a text between words; a word that is too long stays whole.
  private func wrapped(_ text: String, width: Int, hanging: Int = 0) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = String(repeating: " ", count: hanging) + word
      } else {
        line += (line.isEmpty ? "" : " ") + word
      }
    }
    return lines + [line]
  }
}
