// SPDX-License-Identifier: Apache-2.0

internal import QuoteClient
internal import QuoteCommandLine
internal import QuoteOutput
internal import QuoteSystem

/// `quote`: shows what a Quoted server has, and changes it.
@main
enum QuoteProgram {
  /// The version that `--version` prints.
  private static let version = "0.1.0"
  /// The day of that version, for its manual page.
  static let versionDate = "2026-11-30"

  /// A command and what it does.
  struct Entry: Sendable {
    let command: Command
    let run: @Sendable (Session) async throws(Failure) -> Void
  }

  /// All commands; the first one also runs where none is named.
  private static let entries: [Entry] = [
    DailyCommand.entry, RandomCommand.entry, SearchCommand.entry, ListCommand.entry,
    GetCommand.entry, ComposeCommand.entry, FacetCommands.creators, FacetCommands.tags,
    AddCommand.entry, EditCommand.entry, DeleteCommand.entry, PurgeCommand.entry, PinCommands.pin,
    PinCommands.unpin, PinCommands.pins, CalendarCommand.entry, ArchiveCommand.entry,
    CalendarsCommand.entry, VerifyCommand.entry, WatchCommand.entry, BrowseCommand.entry,
    DescriptionCommands.completions, DescriptionCommands.manual,
  ]

  /// The command line as data.
  static let program: Program = .init(
    root: Command(
      "quote",
      summary: "Shows the quote of the day and other quotes of a Quoted server, and changes them.",
      options: CommonOptions.all,
      commands: entries.map(\.command),
      standIn: entries[0].command.name,
      examples: [
        Example("quote", "Shows today's quote."),
        Example("quote search brevity wit", "Finds quotes by their words."),
        Example("quote compose --daily --to imessage", "Makes a message of today's quote."),
        Example("quote list --all --output jsonl > quotes.jsonl", "Writes all there are."),
      ],
      sections: [CommonOptions.formats, Failure.statuses]),
    version: version)

  /// Runs the program and ends the process with its status.
  static func main() async {
    // A reader that has seen enough, such as `head`, is no error.
    Host.fillStandardStreams()
    Host.ignoreWriteSignals()
    do throws(Failure) {
      try await run()
    } catch {
      // That the standard error can't be written either has nobody to be told to.
      if let message = error.message { try? StandardStream.error.write(message) }
      Host.exit(error.status.rawValue)
    }
    Host.exit(ExitStatus.success.rawValue)
  }

  private static func run() async throws(Failure) {
    let parsed: ParsedCommandLine
    do throws(UsageError) {
      parsed = try program.parse(CommandLine.arguments.dropFirst(), environment: Host.environment)
    } catch {
      throw .usage(error)
    }
    switch parsed {
    case .help(let page): try Session.write(page.text(width: Session.columns))
    case .version(let line): try Session.write(line + "\n")
    case .run(let invocation):
      // The first name behind the program's own: a command may have others below it.
      guard let entry = entries.first(where: { $0.command.name == invocation.path[1] }) else {
        preconditionFailure("\(invocation.command.name) is described but not in the table.")
      }
      let session = try Session(invocation)
      do throws(Failure) {
        try await entry.run(session)
      } catch {
        await session.client.close()
        throw error
      }
      await session.client.close()
    }
  }
}
