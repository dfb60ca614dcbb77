// SPDX-License-Identifier: Apache-2.0

internal import QuoteClient
internal import QuoteCommandLine
internal import QuoteOutput
internal import QuoteSystem

/// `quote watch`: each day's quote as its day begins.
enum WatchCommand {
  private static let after = Option(
    "after", value: Value("YYYY-MM-DD"),
    help:
      "The last date that was seen: nothing of it or before is shown. Without it, today's quote "
      + "is shown at once.")
  private static let deliverAt = Option(
    "deliver-at", value: Value("HH:MM"),
    help: "When each day's quote is shown, in the zone; as the day begins where it isn't given.")

  static let entry = QuoteProgram.Entry(
    command: Command(
      "watch",
      summary: "Shows today's quote, and each new one as its day begins, until it is ended.",
      discussion: [
        "A connection that is lost is made again, and no day is shown twice for it; each "
          + "interruption is told on the standard error. A quote that an administrator replaces "
          + "while its day lasts is shown again. --timeout doesn't count here.",
        BotOptions.explanation,
      ],
      options: [CommonOptions.Day.timeZone, CommonOptions.Day.calendar, after, deliverAt]
        + BotOptions.all,
      examples: [
        Example("quote watch -o plain", "Shows each day's quote as it begins here."),
        Example(
          "quote watch --deliver-at 08:00 -z Europe/Berlin -o jsonl",
          "Writes a line each morning, for a program that reads them."),
        Example(
          "quote watch --to slack --post \"$WEBHOOK\" --state slack.state --deliver-at 09:00",
          "Posts each day's quote to Slack at nine o'clock: a whole bot."),
      ]),
    run: run)

  private static func run(_ session: Session) async throws(Failure) {
    let invocation = session.invocation
    if let bot = try BotOptions.bot(
      of: session, deliverAt: invocation.text(deliverAt), hasAfter: invocation.text(after) != nil)
    {
      return try await bot.run()
    }
    var afterDate: CivilDate?
    do throws(CivilDateError) {
      if let text = invocation.text(after) { afterDate = try CivilDate(text) }
    } catch {
      throw .usage(invocation.usageError(error.description, about: after))
    }
    let watch = session.client.watch(
      timeZone: invocation.text(CommonOptions.Day.timeZone) ?? Host.timeZoneName(),
      calendar: invocation.text(CommonOptions.Day.calendar), after: afterDate,
      deliverAt: invocation.text(deliverAt),
      interrupted: { problem, _ in
        try? StandardStream.error.write(Failure.line(problem))
        try? StandardStream.error.write("quote: trying again\n")
      })
    var days = watch.makeAsyncIterator()
    while let daily = try await next(&days) {
      try Session.write(session.printer.daily(daily))
    }
  }

  private static func next(
    _ days: inout DailyWatch.Iterator
  ) async throws(Failure) -> DailyQuoteResponse? {
    do throws(Status) { return try await days.next() } catch { throw .call(error) }
  }
}
