// SPDX-License-Identifier: Apache-2.0

internal import QuoteCommandLine
internal import QuoteSystem

/// `quoted`: serves a catalogue of quotations, fills it, and cares for it.
@main
enum QuotedProgram {
  /// The version that `--version` prints.
  static let version = "0.1.0"

  /// Runs the program and ends the process with its status.
  static func main() async {
    Host.fillStandardStreams()
    Host.ignoreWriteSignals()
    Host.exit(await run(CommandLine.arguments.dropFirst()).rawValue)
  }

  private static func run(_ arguments: some Sequence<String>) async -> ExitStatus {
    do {
      switch try program.parse(arguments, environment: { Host.environment($0) }) {
      case .help(let page):
        try? StandardStream.output.write(page.text(width: StandardStream.output.columns ?? 80))
      case .version(let line):
        try? StandardStream.output.write(line + "\n")
      case .run(let invocation):
        let path = Array(invocation.path.dropFirst())
        guard let verb = verbs.first(where: { $0.path == path }) else {
          preconditionFailure("\(path) is described but has no verb.")
        }
        return try await verb.run(invocation)
      }
      return .success
    } catch let error as UsageError {
      try? StandardStream.error.write("\(error)\n")
      return error.status
    } catch let failure as Failure {
      try? StandardStream.error.write("quoted: \(failure.message)\n")
      return failure.status
    } catch let error as SystemError {
      try? StandardStream.error.write("quoted: \(error)\n")
      return .inputOutput
    } catch {
      try? StandardStream.error.write("quoted: \(error)\n")
      return .software
    }
  }

  /// What the commands do.
  private static let verbs =
    [
      Verb("serve") { invocation in
        try await Serve.run(invocation)
        return .success
      },
      Verb("import") { try await Import.run($0) },
      ExportVerb.verb, CheckVerb.verb, BackupVerb.verb, StarterVerb.verb, CalendarVerb.verb,
      AuditVerb.verb, DoctorVerb.verb, CertVerb.verb,
    ] + TokenVerbs.verbs

  /// Works at the desk of the data directory that a command names, which must have a catalogue.
  static func atDesk<Result>(
    of invocation: Invocation, _ work: (Desk) async throws -> Result
  ) async throws -> Result {
    let desk = try Desk(invocation.text(data) ?? "", mayFound: false)
    do {
      let result = try await work(desk)
      await desk.close()
      return result
    } catch {
      await desk.close()
      throw error
    }
  }

  /// The command line as data.
  private static let program = Program(
    root: Command(
      "quoted",
      summary: "Serves quotations over gRPC and as plain size-delimited messages.",
      commands: [
        Serve.command, Import.command, ExportVerb.command, CheckVerb.command, TokenVerbs.command,
        BackupVerb.command, StarterVerb.command, CalendarVerb.command, AuditVerb.command,
        DoctorVerb.command, CertVerb.command,
      ],
      examples: [
        Example("quoted serve", "Serves ./quoted-data on 127.0.0.1:4242; makes it where missing."),
        Example("quoted import --language en /usr/share/games/fortunes/wisdom", "Adds a file."),
        Example("quoted export quotes.jsonl", "Writes the whole catalogue to a file."),
      ],
      sections: [statuses]),
    version: version)

  /// Where the catalogue lies.
  static let data = dataOption("Where the catalogue lies.")

  /// The same for the commands that make it.
  static let foundedData = dataOption(
    "Where the catalogue lies; it is made, with the starter catalogue, where it is missing.")

  private static func dataOption(_ help: String) -> Option {
    Option(
      "data", short: "d", value: Value("DIRECTORY", .directory), help: help,
      defaultValue: "quoted-data", environment: "QUOTED_DATA")
  }

  private static let statuses = HelpSection(
    "Exit status",
    [
      .init("0", "It did what was asked; a server has drained."),
      .init("1", "doctor: there is a fault. check: something was found."),
      .init("64", "The command line is wrong."),
      .init("65", "import: some records were refused; the rest went in."),
      .init("66", "An input file, or the catalogue, is missing or can't be read."),
      .init("69", "The address to listen on is taken or can't be had."),
      .init("73", "The data directory can't be made or written."),
      .init("74", "Reading or writing the store failed; nothing half done is kept."),
      .init("75", "The data directory is in use by another process, which is named."),
      .init("78", "The store was made by a newer version, or time-zone data is missing."),
    ])
}
