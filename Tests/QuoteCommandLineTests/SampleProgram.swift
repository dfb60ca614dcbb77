// SPDX-License-Identifier: Apache-2.0

internal import QuoteCommandLine

/// A small program with everything that a description can have.
enum Sample {
  static let server = Option(
    "server", short: "s", value: Value("ADDRESS"), help: "Talks to this server.",
    defaultValue: "127.0.0.1:4242", environment: "QUOTE_SERVER")
  static let form = Option(
    "form", short: "f", value: Value("FORM", .choice(["table", "json"])), help: "Prints so.",
    defaultValue: "table", environment: "QUOTE_FORM")
  static let verbose = Option(flag: "verbose", short: "v", help: "Says more.", environment: "LOUD")
  static let date = Option("date", value: Value("DATE"), help: "The day.")
  static let size = Option(
    "size", short: "n", value: Value("COUNT", .integer(-1...1000)), help: "How many.")
  static let tags = Option("tag", value: Value("TAG"), help: "Only these.", isRepeatable: true)
  static let all = Option(flag: "all", short: "a", help: "Shows them all.")
  static let wait = Option(
    "wait", value: Value("SPAN", .duration(.milliseconds(1)...(.seconds(3600)))), help: "How long.")
  static let ids = Argument(Value("ID"), count: .oneOrMore, help: "The ids.")
  static let place = Argument(Value("PLACE"), count: .one, help: "Where to.")
  static let file = Argument(Value("FILE", .file), count: .oneOrNone, help: "From where.")

  static let program = Program(
    root: Command(
      "sample",
      summary: "Shows what a description can do.",
      options: [server, form, verbose],
      commands: [
        Command("daily", summary: "Shows today.", options: [date]),
        Command("list", summary: "Lists them.", options: [size, tags, all, wait]),
        Command("get", summary: "Gets some.", arguments: [ids]),
        Command("move", summary: "Moves one.", arguments: [place, file]),
        Command(
          "starter", summary: "Keeps the starter.",
          commands: [Command("remove", summary: "Removes it.")]),
      ],
      standIn: "daily",
      examples: [Example("sample list -n 3", "Lists three of them.")],
      sections: [
        HelpSection(
          "Exit status", [.init("0", "All is well."), .init("64", "It isn't."), .init("", "More.")])
      ]
    ),
    version: "1.2.3")

  /// What the program makes of a line without quoting.
  static func parse(
    _ line: String, environment: [String: String] = [:]
  ) throws(UsageError) -> ParsedCommandLine {
    try program.parse(line.split(separator: " ").map(String.init)) { environment[$0] }
  }

  /// The invocation that a line asks for; nil where it asks for help or the version.
  static func invocation(
    _ line: String, environment: [String: String] = [:]
  ) throws(UsageError) -> Invocation? {
    guard case .run(let invocation) = try parse(line, environment: environment) else { return nil }
    return invocation
  }

  /// The error that a line meets.
  static func error(_ line: String, environment: [String: String] = [:]) -> UsageError? {
    do throws(UsageError) {
      _ = try parse(line, environment: environment)
      return nil
    } catch {
      return error
    }
  }
}
