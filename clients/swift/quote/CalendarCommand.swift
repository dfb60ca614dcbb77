// SPDX-License-Identifier: Apache-2.0

internal import QuoteClient
internal import QuoteCommandLine
internal import QuoteOutput

/// `quote calendar put`: a calendar of one's own.
enum CalendarCommand {
  private static let id = Argument(
    Value("ID"), count: .one, help: "Its id: small letters, digits and dashes.")
  private static let timeZone = Option(
    "time-zone", short: "z", value: Value("ZONE"),
    help: "The IANA zone that is used where a caller names none; UTC where it isn't given.")
  private static let firstDate = Option(
    "first-date", value: Value("YYYY-MM-DD"), help: "The first date that it has a quote for.")
  private static let languages = Option(
    "language", short: "l", value: Value("TAG"),
    help: "Draws from quotes in this language, BCP 47; en takes en-GB in.", isRepeatable: true)
  private static let creators = Option(
    "creator", value: Value("NAME"), help: "Draws from quotes by this creator.",
    isRepeatable: true)
  private static let tags = Option(
    "tag", value: Value("WORD"),
    help: "Draws from quotes that have this tag, and all others given.",
    isRepeatable: true)
  private static let anyTags = Option(
    "any-tag", value: Value("WORD"), help: "Draws from quotes that have one of these tags.",
    isRepeatable: true)
  private static let minimum = Option(
    "min-length", value: Value("COUNT", .integer(0...Int(Int32.max))),
    help: "Draws from quotes of so many characters at least.")
  private static let maximum = Option(
    "max-length", value: Value("COUNT", .integer(0...Int(Int32.max))),
    help: "Draws from quotes of so many characters at most.")
  private static let includeMature = Option(
    flag: "include-mature", help: "Draws from quotes too that are not fit for everyone.")

  static let entry = QuoteProgram.Entry(
    command: Command(
      "calendar",
      summary: "Declares calendars.",
      commands: [
        Command(
          "put",
          summary: "Declares a calendar, or changes it, and shows it as it is then.",
          discussion: [
            "All of it is set: what isn't given is as if it had never been. Dates that are fixed "
              + "stay. It needs a token of role editor; see --token."
          ],
          options: [
            timeZone, firstDate, languages, creators, tags, anyTags, minimum, maximum,
            includeMature,
          ],
          arguments: [id],
          examples: [
            Example(
              "quote calendar put short-french --language fr --max-length 120 -z Europe/Paris",
              "Makes a calendar of short French quotes.")
          ])
      ]),
    run: run)

  private static func run(_ session: Session) async throws(Failure) {
    let invocation = session.invocation
    var filter = QuoteFilter()
    filter.languages = invocation.texts(languages)
    filter.creators = invocation.texts(creators)
    filter.tagsAll = invocation.texts(tags)
    filter.tagsAny = invocation.texts(anyTags)
    filter.minLength = Int32(clamping: invocation.integer(minimum) ?? 0)
    filter.maxLength = Int32(clamping: invocation.integer(maximum) ?? 0)
    filter.includeMature = invocation.has(includeMature)
    var calendar = QuoteCalendar()
    calendar.id = invocation.text(id) ?? ""
    calendar.timeZone = invocation.text(timeZone) ?? ""
    calendar.firstDate = invocation.text(firstDate) ?? ""
    calendar.filter = filter == QuoteFilter() ? nil : filter
    let stored = try await session.call { [calendar] client throws(Status) in
      try await client.put(calendar)
    }
    try Session.write(session.printer.calendars([stored]))
  }
}
