// SPDX-License-Identifier: Apache-2.0

internal import QuoteBrowser
internal import QuoteClient
internal import QuoteCommandLine
internal import QuoteOutput
internal import QuoteSystem
internal import QuoteTerminal

/// `quote browse`: all quotes on the terminal.
enum BrowseCommand {
  private static let face = Option(
    "face", value: Value("FACE", .choice(QuoteFace.allCases.map(\.rawValue))),
    help: "Which face it begins with: compact is the quote of the day, expanded a table of all "
      + "quotes; the one that suits the terminal's size where it isn't given.")

  static let entry = QuoteProgram.Entry(
    command: Command(
      "browse",
      summary: "Shows all quotes on the terminal, to look through, to search and to compose.",
      discussion: [
        "A small terminal shows the quote of the day, a larger one a table of all; Tab turns from "
          + "one to the other. Enter makes a message of the quote, for a channel of your choice, "
          + "which can be copied or printed.",
        FilterOptions.explanation,
      ],
      options: [face, CommonOptions.Day.timeZone, CommonOptions.Day.calendar] + FilterOptions.all,
      examples: [
        Example("quote browse", "Shows all there are."),
        Example("quote browse --language he", "Shows those in Hebrew."),
        Example("ssh -t example.org quote browse", "Does so on another machine."),
      ],
      sections: [keys]),
    run: run)

  private static let keys = HelpSection(
    "Keys",
    [
      .init("Up, Down, k, j", "Go from quote to quote, or scroll."),
      .init("Page Up, Page Down, b, Space", "Go by a page."),
      .init("Home, End, g, G", "Go to the first and to the last one."),
      .init("Tab", "Turns to the other face."),
      .init("/", "Searches by words, until Esc shows all again."),
      .init(
        "Enter",
        "Makes a message: Left and Right choose its channel, p shows the body for the "
          + "channel's own API, c copies it where the terminal permits that (OSC 52), Enter prints it "
          + "and ends, Esc goes back."),
      .init("r", "Asks the server anew."),
      .init("q", "Ends; so does Ctrl-C."),
    ])

  private static func run(_ session: Session) async throws(Failure) {
    let invocation = session.invocation
    var options = QuoteBrowserModel.Options()
    options.daily.timeZone =
      invocation.text(CommonOptions.Day.timeZone) ?? Host.timeZoneName() ?? ""
    options.daily.calendar = invocation.text(CommonOptions.Day.calendar) ?? ""
    options.filter = invocation.filter
    let browser = QuoteBrowserModel(
      source: ClientQuoteSource(client: session.client), options: options)
    let thread: WorkerThread
    do throws(SystemError) {
      thread = try WorkerThread(name: "terminal", niceness: 0)
    } catch {
      throw .output(error)
    }
    let terminal = BrowseTerminal(browser, on: thread)
    let chosen = invocation.text(face).flatMap { QuoteFace(rawValue: $0) }
    do throws(TerminalError) {
      let printed = try await terminal.run(face: chosen)
      if let printed { try? StandardStream.output.write(printed + "\n") }
    } catch {
      throw .usage(invocation.usageError(error.description))
    }
  }
}
