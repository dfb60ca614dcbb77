// SPDX-License-Identifier: Apache-2.0

internal import QuoteClient
internal import QuoteCommandLine
internal import QuoteOutput

/// `quote compose`: a message made of a quote.
enum ComposeCommand {
  private static let id = Argument(
    Value("ID"), count: .oneOrNone, help: "The id of the quote; left out with --daily.")

  static let entry = QuoteProgram.Entry(
    command: Command(
      "compose",
      summary: "Makes a message of a quote, ready for where it is to be posted.",
      discussion: [
        "The server keeps nothing of it. A text that is too long is shortened between words, and "
          + "who said it stays."
      ],
      options: Options.all + CommonOptions.Day.all,
      arguments: [id],
      examples: [
        Example("quote compose --daily --to imessage", "Makes a message of today's quote."),
        Example("quote compose ID --to plain -o plain", "Writes the message's text alone."),
        Example(
          "quote compose ID --to plain --limit 200 --overflow fail",
          "Fails where the message would be longer than 200 characters."),
      ]),
    run: run)

  private enum Options {
    static let daily = Option(
      flag: "daily", short: "d", help: "Takes the quote of a day; see --date.")

    static let channels: KeyValuePairs<String, Channel> = [
      "plain": .plainText, "imessage": .iMessage,
    ]

    static let to = Option(
      "to", short: "t", value: Value("CHANNEL", .choice(channels.map(\.key))),
      help: "Where the message is to go.", defaultValue: "plain")

    static let note = Option(
      "note", value: Value("TEXT"), help: "Words of your own, put before the quote.")

    static let locale = Option(
      "locale", value: Value("TAG"),
      help: "The reader's language, BCP 47; the quote's where it isn't given.")

    static let session = Option(
      "session", value: Value("NAME"),
      help:
        "Names the conversation's bubble, so that a later message replaces it; the server makes "
        + "one where it isn't given.")

    static let limit = Option(
      "limit", value: Value("COUNT", .integer(0...Int(Int32.max))),
      help: "The longest message, as the channel counts, where it isn't the usual one.")

    static let overflows: KeyValuePairs<String, Overflow> = [
      "truncate": .truncate, "split": .split, "fail": .fail,
    ]

    static let overflow = Option(
      "overflow", value: Value("WAY", .choice(overflows.map(\.key))),
      help: "What to do with a message that is too long.", defaultValue: "truncate")

    static let all = [daily, to, note, locale, session, limit, overflow]
  }

  private static func run(_ session: Session) async throws(Failure) {
    let invocation = session.invocation
    let subject = try subject(of: invocation)
    let channel = Options.channels.first { $0.key == invocation.text(Options.to) }?.value
    let overflow = Options.overflows.first { $0.key == invocation.text(Options.overflow) }?.value
    let message = try await session.call { client throws(Status) in
      try await client.compose(
        subject, for: channel ?? .plainText, note: invocation.text(Options.note) ?? "",
        locale: invocation.text(Options.locale) ?? "",
        sessionID: invocation.text(Options.session) ?? "", overflow: overflow ?? .truncate,
        limit: invocation.integer(Options.limit) ?? 0)
    }
    try Session.write(session.printer.message(message))
  }

  private static func subject(
    of invocation: Invocation
  ) throws(Failure) -> ComposeMessageRequest.Subject {
    switch (invocation.text(id), invocation.has(Options.daily)) {
    case (.some, true): throw .usage(invocation.usageError("give an ID or --daily, not both"))
    case (nil, false): throw .usage(invocation.usageError("give an ID or --daily"))
    case (let id?, false):
      for option in CommonOptions.Day.all where invocation.origin(option) == .commandLine {
        throw .usage(invocation.usageError("--\(option.name) goes with --daily only"))
      }
      return .quoteID(id)
    case (nil, true):
      let (date, timeZone, calendar) = try invocation.day()
      return .daily(DailyQuoteRequest(date: date, timeZone: timeZone, calendar: calendar))
    }
  }
}
