// SPDX-License-Identifier: Apache-2.0

internal import QuoteCommandLine
internal import QuoteModel
internal import QuoteSystem
internal import QuoteWire

/// `quoted calendar fix`: days that are fixed by hand.
enum CalendarVerb {
  private static let through = Option(
    "through", value: Value("YYYY-MM-DD"), help: "The last date to fix; needed.")

  static let command = Command(
    "calendar",
    summary: "Cares for the calendars.",
    commands: [
      Command(
        "fix",
        summary: "Fixes the days of all calendars through a date, as the server does by its clock.",
        discussion: [
          "A server fixes each day in time by itself. Where its clock is more than 400 days after "
            + "the last fixed day it doesn't, since that is more likely a wrong clock than a long "
            + "sleep: this says that the date is right. What is fixed can't be changed again."
        ],
        options: [through, QuotedProgram.data],
        examples: [
          Example("quoted calendar fix --through 2028-03-01", "Fixes all calendars that far.")
        ])
    ])

  static let verb = Verb("calendar", "fix") { invocation in
    guard let date = invocation.text(through) else {
      throw invocation.usageError("--through is missing: name the last date to fix, YYYY-MM-DD")
    }
    var request = FixCalendarsRequest()
    request.through = date
    let response = try await QuotedProgram.atDesk(of: invocation) { [request] desk in
      try await desk.call(FixCalendars.self, request)
    }
    let rows = response.calendars.map { calendar in
      let date = calendar.fixedThrough
      return [calendar.calendar, date.isEmpty ? "has no quotes" : "fixed through \(date)"]
    }
    try StandardStream.output.write(TextTable.text(rows))
    return .success
  }
}
