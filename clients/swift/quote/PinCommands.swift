// SPDX-License-Identifier: Apache-2.0

internal import QuoteClient
internal import QuoteCommandLine
internal import QuoteOutput
internal import QuoteSystem

/// `quote pin`, `quote unpin` and `quote pins`: dates that are reserved.
enum PinCommands {
  private static let date = Argument(
    Value("DATE"), count: .one, help: "YYYY-MM-DD, or --MM-DD (after a --) for every year.")
  private static let id = Argument(
    Value("ID"), count: .one, help: "The id of the quote to reserve it for.")
  private static let force = Option(
    flag: "force",
    help: "Replaces the quote of a date that is fixed, for a token of role admin; the archive then "
      + "says so.")

  static let pin = QuoteProgram.Entry(
    command: Command(
      "pin",
      summary: "Reserves a date, or a day of every year, for a quote.",
      discussion: ["It needs a token of role editor; see --token."],
      options: [CommonOptions.Day.calendar, force],
      arguments: [date, id],
      examples: [
        Example("quote pin 2027-03-14 ID", "Shows the quote on one day."),
        Example("quote pin -- --12-25 ID", "Shows it every year at Christmas."),
      ]),
    run: { session async throws(Failure) in
      let invocation = session.invocation
      let pin = try await session.call { client throws(Status) in
        try await client.pin(
          quoteID: invocation.text(id) ?? "", to: invocation.text(date) ?? "",
          calendar: invocation.text(CommonOptions.Day.calendar), force: invocation.has(force))
      }
      try Session.write(session.printer.pins([pin]))
    })

  static let unpin = QuoteProgram.Entry(
    command: Command(
      "unpin",
      summary: "Gives a reserved date back; a date that is fixed stays as it is.",
      discussion: ["It needs a token of role editor; see --token."],
      options: [CommonOptions.Day.calendar],
      arguments: [date],
      examples: [Example("quote unpin 2027-03-14", "Gives one day back.")]),
    run: { session async throws(Failure) in
      let invocation = session.invocation
      let date = invocation.text(date) ?? ""
      try await session.call { client throws(Status) in
        try await client.unpin(date: date, calendar: invocation.text(CommonOptions.Day.calendar))
      }
      try? StandardStream.error.write("unpinned \(date)\n")
    })

  static let pins = QuoteProgram.Entry(
    command: Command(
      "pins",
      summary: "Shows the dates of a calendar that are reserved.",
      discussion: [
        "Those of every year come first, then by date. It needs a token of role editor; see --token."
      ],
      options: [CommonOptions.Day.calendar],
      examples: [Example("quote pins -o csv", "Writes them as a table for other programs.")]),
    run: { session async throws(Failure) in
      let pins = try await session.call { client throws(Status) in
        try await client.pins(calendar: session.invocation.text(CommonOptions.Day.calendar))
      }
      try Session.write(session.printer.pins(pins))
    })
}
