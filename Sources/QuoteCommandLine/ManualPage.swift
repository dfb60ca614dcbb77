// SPDX-License-Identifier: Apache-2.0

/// A program's manual page, made from its description: source for `man`, in its own macros.
package struct ManualPage: Sendable {
  private let program: Program
  /// When the program was last changed, YYYY-MM-DD.
  private let date: String

  /// Creates the page of a program.
  package init(of program: Program, date: String) {
    self.program = program
    self.date = date
  }

  /// The page's source, in ASCII as far as the description is.
  package var text: String {
    let root = program.root
    var lines = [
      ".\\\" Made by \"\(root.name) manual\".",
      ".TH \(root.name.uppercased()) 1 \(date) \"\(root.name) \(program.version)\"",
      ".SH NAME", "\(root.name) \\- \(escaped(root.summary.summaryOfName))", ".SH SYNOPSIS",
    ]
    lines += synopsis(of: root, path: [root.name])
    lines += [".SH DESCRIPTION", escaped(root.summary)] + paragraphs(root.discussion)
    if let standIn = root.standIn {
      lines += [".PP", escaped("Where no command is named, it does what \(standIn) does.")]
    }
    lines.append(".SH COMMANDS")
    for command in root.commands { lines += section(of: command, path: [root.name, command.name]) }
    lines += [".SH OPTIONS", "All commands take these."]
    lines += (root.options + [.help, .version]).flatMap(described)
    for section in root.sections { lines += self.section(section) }
    lines += environment
    lines.append(".SH EXAMPLES")
    lines += root.examples.flatMap(described)
    return lines.flatMap(Self.broken).joined(separator: "\n") + "\n"
  }

  /// The bytes of a line of source, by mandoc's style.
  private static let lineBytes = 80

  /// A line of text on lines of that width; a request, and a term in bold, stays on its own.
  private static func broken(_ line: String) -> [String] {
    guard line.utf8.count > lineBytes, !line.hasPrefix("."), !line.hasPrefix("\\fB") else {
      return [line]
    }
    var lines: [String] = []
    for word in line.split(separator: " ") {
      if let last = lines.last, last.utf8.count + 1 + word.utf8.count <= lineBytes {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        // A word that came to stand at the front is no request either.
        lines.append(word.hasPrefix(".") || word.hasPrefix("'") ? "\\&\(word)" : String(word))
      }
    }
    return lines
  }

  private func section(of command: Command, path: [String]) -> [String] {
    var lines = [".SS \(path.joined(separator: " "))", escaped(command.summary)]
    lines += paragraphs(command.discussion)
    if command.commands.isEmpty {
      lines.append(".PP")
      lines += synopsis(of: command, path: path)
    }
    for argument in command.arguments {
      lines += [".TP", ".I \(escaped(argument.name))", escaped(argument.facts)]
    }
    lines += command.options.flatMap(described)
    for section in command.sections {
      lines += [".PP", "\\fB\(escaped(section.title))\\fR"] + section.rows.flatMap(described)
    }
    lines += command.examples.flatMap(described)
    for below in command.commands { lines += section(of: below, path: path + [below.name]) }
    return lines
  }

  private func section(_ section: HelpSection) -> [String] {
    [".SH \(section.title.uppercased())"] + section.rows.flatMap(described)
  }

  private func described(_ row: HelpSection.Row) -> [String] {
    row.term.isEmpty
      ? [".PP", escaped(row.meaning)]
      : [".TP", "\\fB\(escaped(row.term))\\fR", escaped(row.meaning)]
  }

  private func described(_ option: Option) -> [String] {
    var words = (option.short.map { ["\\fB\\-\($0)\\fR"] } ?? [])
    words.append("\\fB\(escaped("--\(option.name)"))\\fR")
    let value = option.value.map { " \\fI\(escaped($0.placeholder))\\fR" } ?? ""
    return [".TP", words.joined(separator: ", ") + value, escaped(option.facts)]
  }

  private func described(_ example: Example) -> [String] {
    [".TP", "\\fB\(escaped(example.line))\\fR", escaped(example.explanation)]
  }

  private func synopsis(of command: Command, path: [String]) -> [String] {
    let names = "\\fB\(path.map(escaped).joined(separator: " "))\\fR"
    return [([names] + HelpPage.usageWords(of: command).map(escaped)).joined(separator: " ")]
  }

  private func paragraphs(_ texts: [String]) -> [String] { texts.flatMap { [".PP", escaped($0)] } }

  /// Each variable that stands in for an option.
  private var environment: [String] {
    var seen: Set<String> = []
    let options = Place.all(of: program).flatMap(\.options)
    let rows = options.compactMap { option -> [String]? in
      guard let name = option.environment, seen.insert(name).inserted else { return nil }
      return [".TP", "\\fB\(name)\\fR", escaped("Stands in for --\(option.name).")]
    }
    return rows.isEmpty ? [] : [".SH ENVIRONMENT"] + rows.flatMap(\.self)
  }

  /// A text in which nothing is a request: backslashes, dashes, and points and quotes at the front.
  private func escaped(_ text: String) -> String {
    let text = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
  }
}

extension String {
  /// A summary as the line of a name has it: in small letters, without a full stop.
  fileprivate var summaryOfName: String {
    let text = hasSuffix(".") ? String(dropLast()) : self
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
