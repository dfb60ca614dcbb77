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
          + "who said it stays.",
        "--payload writes what the channel's own API takes as its body, to be posted by curl: JSON, "
          + "and for email the message in MIME. What it lacks is the account's own: channel for "
          + "Slack's chat.postMessage, chat_id for Telegram, createdAt for Bluesky; From, To, Date "
          + "and Message-ID of an email.",
      ],
      options: Options.all + CommonOptions.Day.all,
      arguments: [id],
      examples: [
        Example("quote compose --daily --to imessage", "Makes a message of today's quote."),
        Example("quote compose ID --to plain -o plain", "Writes the message's text alone."),
        Example(
          "quote compose -d --to slack --payload | curl -H 'Content-Type: application/json' "
            + "-d @- \"$WEBHOOK\"",
          "Posts today's quote."),
        Example(
          "quote compose -d --to display --columns 20 --rows 4 --ascii -o plain",
          "Lays it out for a small display."),
        Example(
          "quote compose ID --to plain --limit 200 --overflow fail",
          "Fails where the message would be longer than 200 characters."),
      ]),
    run: run)

  /// The channels by the names that a person types.
  static var channels: KeyValuePairs<String, Channel> { Options.channels }

  private enum Options {
    static let daily = Option(
      flag: "daily", short: "d", help: "Takes the quote of a day; see --date.")

    static let channels: KeyValuePairs<String, Channel> = [
      "plain": .plainText, "imessage": .iMessage, "sms": .sms, "slack": .slack,
      "discord": .discord, "telegram": .telegram, "matrix": .matrix, "mastodon": .mastodon,
      "bluesky": .bluesky, "email": .email, "display": .display,
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

    static let columns = Option(
      "columns", value: Value("COUNT", .integer(DisplaySides.range)),
      help: "Characters in a row of the display; needed for --to display.")

    static let rows = Option(
      "rows", value: Value("COUNT", .integer(DisplaySides.range)),
      help: "Rows of the display; needed for --to display.")

    static let ascii = Option(flag: "ascii", help: "The display can show ASCII only.")

    static let payload = Option(
      flag: "payload", short: "p",
      help: "Writes nothing but the body for the channel's own API, whatever --output says.")

    static let all = [
      daily, to, note, locale, session, limit, overflow, columns, rows, ascii, payload,
    ]
  }

  /// What a display may have of columns and of rows.
  private enum DisplaySides {
    static let range = 1...1_000
  }

  private static func run(_ session: Session) async throws(Failure) {
    let invocation = session.invocation
    let subject = try subject(of: invocation)
    let channel = Options.channels.first { $0.key == invocation.text(Options.to) }?.value
    let overflow = Options.overflows.first { $0.key == invocation.text(Options.overflow) }?.value
    let display = try display(of: invocation, for: channel)
    let isPayload = invocation.has(Options.payload)
    if isPayload, [.plainText, .iMessage, .sms, .display].contains(channel) {
      throw .usage(
        invocation.usageError(
          "--payload: there is no API to post to by --to \(invocation.text(Options.to) ?? "plain")")
      )
    }
    let message = try await session.call { client throws(Status) in
      try await client.compose(
        subject, for: channel ?? .plainText, note: invocation.text(Options.note) ?? "",
        locale: invocation.text(Options.locale) ?? "",
        sessionID: invocation.text(Options.session) ?? "", overflow: overflow ?? .truncate,
        limit: invocation.integer(Options.limit) ?? 0, display: display)
    }
    try Session.write(isPayload ? payload(of: message) : session.printer.message(message))
  }

  /// The body as it is; JSON ends its line.
  private static func payload(of message: Message) -> String {
    message.mime.isEmpty ? message.payloadJSON + "\n" : message.mime
  }

  /// The grid, which a display has and nothing else.
  private static func display(
    of invocation: Invocation, for channel: Channel?
  ) throws(Failure) -> DisplayGrid? {
    let columns = invocation.integer(Options.columns)
    let rows = invocation.integer(Options.rows)
    guard channel == .display else {
      guard columns == nil, rows == nil, !invocation.has(Options.ascii) else {
        throw .usage(
          invocation.usageError("--columns, --rows and --ascii go with --to display only"))
      }
      return nil
    }
    guard let columns, let rows else {
      throw .usage(invocation.usageError("--to display needs --columns and --rows"))
    }
    var grid = DisplayGrid()
    grid.columns = Int32(clamping: columns)
    grid.rows = Int32(clamping: rows)
    grid.ascii = invocation.has(Options.ascii)
    return grid
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
