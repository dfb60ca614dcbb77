// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import RPCCore

extension QuoteService {
  /// The quotes of a range of dates in the calendar's own zone.
  func listDailyQuotes(
    _ request: borrowing ListDailyQuotesRequest, _ output: inout [UInt8]
  ) throws(Status) {
    let now = clock()
    if zones.renew() { dailyReplies.removeAll() }
    let snapshot = reader.snapshot
    let calendar = try days.calendar(request.calendar, in: snapshot)
    let first = try days.date(request.firstDate, field: "first_date")
    let last = try days.date(request.lastDate, field: "last_date")
    try Self.check(first, last)
    let rules = try days.rules(of: calendar.rules.timeZone)
    let today = try days.today(by: rules, at: now)
    // Both ends are looked at before a year of replies is made.
    for (date, field) in [(first, "first_date"), (last, "last_date")] {
      _ = try days.choice(of: date, today: today, in: calendar, of: snapshot, field: field)
    }
    for number in first.daysSinceEpoch...last.daysSinceEpoch {
      guard let date = CivilDate(daysSinceEpoch: number) else { continue }
      let day = Day(
        date: date, timeZone: calendar.rules.timeZone, calendar: calendar.rules.id,
        endsAt: rules.endOfDate(date, after: date == today ? now : nil),
        choice: try days.choice(
          of: date, today: today, in: calendar, of: snapshot, field: "first_date"))
      var bytes: [UInt8] = []
      day.reply(in: snapshot, at: now).append(at: now, to: &bytes)
      output.append(field: 1, bytes)
    }
  }

  private static func check(_ first: CivilDate, _ last: CivilDate) throws(Status) {
    guard first <= last else {
      throw .refusal(
        .invalidArgument, "last_date is \(last), before first_date, \(first): turn them round.",
        reason: "RANGE_TURNED_ROUND", field: "last_date")
    }
    let count = last.days(since: first) + 1
    guard count <= CalendarLimits.listedDays else {
      throw .refusal(
        .invalidArgument,
        "\(first) to \(last) are \(count) dates: ask for at most \(CalendarLimits.listedDays) at "
          + "a time.", reason: "RANGE_TOO_LONG", field: "last_date")
    }
  }

  /// All calendars.
  func listCalendars() -> ListCalendarsResponse {
    var response = ListCalendarsResponse()
    response.calendars = reader.snapshot.calendars.all.map(\.contract)
    return response
  }
}
