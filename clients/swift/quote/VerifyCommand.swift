// SPDX-License-Identifier: Apache-2.0

internal import QuoteClient
internal import QuoteCommandLine
internal import QuoteOutput
internal import QuoteSystem

/// `quote verify`: whether a calendar's archive was rewritten.
enum VerifyCommand {
  private static let file = Argument(
    Value("FILE", .file), count: .oneOrNone,
    help: "What \"quote archive --output jsonl\" wrote, or - for the standard input. Without it: "
      + "the server's archive, from each calendar's first day on.")

  private static let expected = Option(
    "expect", value: Value("[CALENDAR:]DATE=CHAIN"),
    help: "A chain that was kept before, in hexadecimal, as verify prints it. The calendar is that "
      + "of --calendar, else \"default\", where it isn't named.", isRepeatable: true)

  static let entry = QuoteProgram.Entry(
    command: Command(
      "verify",
      summary: "Checks that no fixed day of a calendar was rewritten.",
      discussion: [
        "It goes through the archive day by day and names each one that doesn't fit: one that was "
          + "altered, left out, put in or swapped, and a quote that came again before its turn. "
          + "Replaced and withdrawn days are told by the archive itself; their chain is new from "
          + "that day on.",
        "An archive that was rewritten up to its very end fits together too. So keep the last "
          + "chain, which is printed as an option, and give it the next time.",
        "Without --calendar all calendars are checked, of the server or of the file.",
      ],
      options: [CommonOptions.Day.calendar, expected],
      arguments: [file],
      examples: [
        Example("quote verify", "Checks all calendars of the server."),
        Example("quote verify default.jsonl", "Checks a file, without a server."),
        Example(
          "quote verify --expect default:2027-01-01=8a6f…",
          "Checks also that nothing up to that day is other than it was."),
      ],
      sections: [
        HelpSection(
          "Verdict",
          [
            .init("0", "Every day fits."),
            .init("65", "Some day doesn't, or a line can't be read."),
          ])
      ]),
    run: run)

  private static func run(_ session: Session) async throws(Failure) {
    let invocation = session.invocation
    let calendar = invocation.text(CommonOptions.Day.calendar)
    var verdict = Verdict(
      expected: try KeptChain.read(
        invocation.texts(expected), usual: calendar ?? QuoteCalendar.defaultID, invocation),
      only: calendar)
    if let path = invocation.texts(file).first {
      try ArchiveFile.read(path) { verdict.add($0) }
    } else {
      try await verify(session, calendar, &verdict)
    }
    verdict.finish()
    try Session.write(verdict.report(session.format))
    guard verdict.isGood else { throw .verdict }
  }

  private static func verify(
    _ session: Session, _ calendar: String?, _ verdict: inout Verdict
  ) async throws(Failure) {
    let all = try await session.call { client throws(Status) in try await client.calendars() }
    let meant = calendar.map { [$0] } ?? all.map(\.id)
    for id in meant {
      verdict.begin(id)
      var iterator = session.client.archive(calendar: id).makeAsyncIterator()
      while true {
        let next: DailyQuoteResponse?
        do throws(Status) { next = try await iterator.next() } catch { throw .call(error) }
        guard let day = next else { break }
        verdict.add(day)
      }
    }
  }
}
