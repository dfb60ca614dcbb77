// SPDX-License-Identifier: Apache-2.0

internal import QuoteClient
internal import QuoteCommandLine
internal import QuoteOutput

/// The options that every command has.
enum CommonOptions {
  static let server = Option(
    "server", short: "s", value: Value("ADDRESS"),
    help: "Where the server listens: HOST:PORT, [IPV6]:PORT or unix:PATH.",
    defaultValue: QuoteClient.defaultServer, environment: "QUOTE_SERVER")

  static let transport = Option(
    "protocol",
    value: Value("PROTOCOL", .choice(QuoteClient.TransportProtocol.allCases.map(\.rawValue))),
    help: "How calls travel; the results are the same.",
    defaultValue: QuoteClient.TransportProtocol.grpc.rawValue, environment: "QUOTE_PROTOCOL")

  static let timeout = Option(
    "timeout", value: Value("SPAN", .duration(.milliseconds(1)...(.seconds(3600)))),
    help: "How long each call may take.", defaultValue: "10s", environment: "QUOTE_TIMEOUT")

  static let output = Option(
    "output", short: "o",
    value: Value("FORMAT", .choice(OutputFormat.allCases.map(\.rawValue))),
    help: "How results are written.", defaultValue: OutputFormat.table.rawValue,
    environment: "QUOTE_OUTPUT")

  static let token = Option(
    "token", value: Value("TOKEN"),
    help: "Shows who calls, as \"quoted token create\" printed it; sent over TLS, loopback and "
      + "Unix sockets only. Others on the machine can see a command line: the variable is safer.",
    environment: "QUOTED_TOKEN")

  static let all =
    [server, transport, timeout, output, token] + CallingOptions.all + SecurityOptions.all

  /// What help tells of the formats and the looks.
  static let formats = HelpSection(
    "Output",
    OutputFormat.allCases.map { .init($0.rawValue, $0.explanation) } + [
      .init(
        "",
        "Colour is used on a terminal only, and not where NO_COLOR is set. Control characters in "
          + "what the server sends are shown and not obeyed. Lines are as wide as the terminal, "
          + "or COLUMNS says, or 80.")
    ])

  /// How a command that changes something is done once, however often it is called.
  enum Repeating {
    static let requestID = Option(
      "request-id", value: Value("UUID"),
      help: "Names the change, so that it is made once only; made up where it isn't given.")

    static let explanation =
      "Where the answer is lost on its way, the standard error tells a --request-id: the same "
      + "command with it does nothing twice and shows the answer, for 24 hours."
  }

  /// How a command tells which day is meant.
  enum Day {
    static let date = Option(
      "date", value: Value("YYYY-MM-DD"), help: "The day; today in the zone where it isn't given.")

    static let timeZone = Option(
      "time-zone", short: "z", value: Value("ZONE"),
      help:
        "The IANA zone that tells which day it is, such as Europe/Berlin; where it isn't given, "
        + "the machine's own (TZ or /etc/localtime), else the calendar's.",
      environment: "QUOTE_TIME_ZONE")

    static let calendar = Option(
      "calendar", short: "c", value: Value("ID"),
      help: "The calendar that the quote is taken from; \"default\" where it isn't given.",
      environment: "QUOTE_CALENDAR")

    static let all = [date, timeZone, calendar]
  }
}
