// SPDX-License-Identifier: Apache-2.0

internal import QuoteClient
internal import QuoteCommandLine
internal import QuoteOutput

/// `quote daily`: the quote of a day.
enum DailyCommand {
  static let entry = QuoteProgram.Entry(
    command: Command(
      "daily",
      summary: "Shows the quote of a day: today's where no day is named.",
      discussion: [
        "Below the quote stand the day and the zone that it is of, and the calendar that it comes "
          + "from. A day's quote is the same for all who ask, and stays whatever happens to the "
          + "catalogue; of a day further ahead, \"may still change\" says that adding or removing "
          + "quotes can move it."
      ],
      options: CommonOptions.Day.all,
      examples: [
        Example("quote daily", "Shows today's quote, where today is the machine's own."),
        Example("quote daily --date 2027-01-01", "Shows the quote of a day."),
        Example("quote daily -z Asia/Tokyo -o json", "Shows the quote of the day it is in Tokyo."),
        Example("quote daily -o plain > /etc/motd", "Greets who logs in."),
      ]),
    run: run)

  private static func run(_ session: Session) async throws(Failure) {
    let (date, timeZone, calendar) = try session.invocation.day()
    let response = try await session.call { client throws(Status) in
      try await client.daily(date: date, timeZone: timeZone, calendar: calendar)
    }
    try Session.write(session.printer.daily(response))
  }
}
