// SPDX-License-Identifier: Apache-2.0

internal import QuoteClient
internal import QuoteCommandLine
internal import QuoteOutput

/// `quote archive`: the days of a calendar.
enum ArchiveCommand {
  private static let from = Option(
    "from", value: Value("YYYY-MM-DD"),
    help: "The first day; the calendar's first one where it isn't given.")

  private static let through = Option(
    "through", value: Value("YYYY-MM-DD"),
    help: "The last day; the last one that is fixed where it isn't given. Days after that one may "
      + "still change.")

  static let entry = QuoteProgram.Entry(
    command: Command(
      "archive",
      summary: "Shows the days of a calendar: all that are fixed, or a range.",
      discussion: [
        "A day that is fixed keeps its quote for ever: its text follows corrections, and an "
          + "administrator can replace or withdraw it, which the archive then says.",
        "In jsonl and json each day has its chain, which \"quote verify\" goes by.",
      ],
      options: [from, through, CommonOptions.Day.calendar],
      examples: [
        Example("quote archive --from 2027-01-01 --through 2027-01-31", "Shows a month."),
        Example("quote archive -o jsonl > default.jsonl", "Keeps all days, to be verified later."),
        Example("quote archive -c de -o csv > de.csv", "Writes the German calendar to a file."),
      ]),
    run: run)

  private static func run(_ session: Session) async throws(Failure) {
    let invocation = session.invocation
    let days = session.client.archive(
      from: try invocation.date(from), through: try invocation.date(through),
      calendar: invocation.text(CommonOptions.Day.calendar))
    let printer = session.printer.days
    var iterator = days.makeAsyncIterator()
    var count = 0
    var text = printer.opening
    while true {
      let next: DailyQuoteResponse?
      do throws(Status) { next = try await iterator.next() } catch { throw .call(error) }
      guard let day = next else { break }
      // Nothing is written before the first day is there: an error leaves no half document.
      text += printer.day(day, isFirst: count == 0)
      count += 1
      if text.utf8.count > 65_536 {
        try Session.write(text)
        text = ""
      }
    }
    try Session.write(text + printer.closing(count: count))
  }
}

/// `quote calendars`: all calendars there are.
enum CalendarsCommand {
  static let entry = QuoteProgram.Entry(
    command: Command(
      "calendars",
      summary: "Shows all calendars, and up to which day each is fixed.",
      examples: [Example("quote calendars -o plain", "Lists the names.")]),
    run: run)

  private static func run(_ session: Session) async throws(Failure) {
    let calendars = try await session.call { client throws(Status) in
      try await client.calendars()
    }
    try Session.write(session.printer.calendars(calendars))
  }
}

extension Invocation {
  /// A date that an option gives; nil where it isn't given.
  func date(_ option: Option) throws(Failure) -> CivilDate? {
    guard let text = text(option) else { return nil }
    do throws(CivilDateError) {
      return try CivilDate(text)
    } catch {
      throw .usage(usageError(error.description, about: option))
    }
  }
}
