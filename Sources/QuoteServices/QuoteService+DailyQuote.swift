// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteWire
internal import RPCCore

extension QuoteService {
  /// The quote of a civil date; today's comes ready from `dailyReplies`.
  func dailyQuote(_ request: borrowing DailyQuoteRequest, _ output: inout [UInt8]) throws(Status) {
    let now = clock()
    let isToday = request.date.isEmpty
    if zones.renew() { dailyReplies.removeAll() }
    if isToday,
      let kept = dailyReplies.reply(
        for: request.timeZone, in: request.calendar, revision: reader.revision, at: now)
    {
      return kept.append(at: now, to: &output)
    }
    let snapshot = reader.snapshot
    let day = try days.day(copy request, in: snapshot, at: now)
    let reply = day.reply(in: snapshot, at: now)
    if isToday { dailyReplies.keep(reply, for: request.timeZone, in: request.calendar) }
    reply.append(at: now, to: &output)
  }

  /// What a problem with a date is to the caller.
  static func refusal(
    _ problem: DailyProblem, field: String, date: CivilDate = .first
  ) -> Status {
    switch problem {
    case .unknownCalendar(let id, let known):
      .refusal(
        .notFound,
        "There is no calendar \(Excerpt(id)): the calendars are \(Excerpt.list(known)).",
        reason: "CALENDAR_NOT_FOUND", field: field)
    case .outOfRange(let first, let last):
      .refusal(
        .outOfRange, "\(date) is outside of the calendar, which tells \(first) to \(last).",
        reason: "DATE_OUT_OF_RANGE", field: field)
    case .clockBehind(let today, let first):
      .refusal(
        .failedPrecondition,
        "The server's clock says \(today), long before the calendar's first date, \(first): it "
          + "has to be set.", reason: "CLOCK_BEHIND")
    case .clockAhead(let today, let fixed):
      .refusal(
        .failedPrecondition,
        "The server's clock says \(today), a lifetime after the last date that is fixed, \(fixed): "
          + "it has to be set.", reason: "CLOCK_AHEAD")
    case .emptyCalendar(let id):
      .refusal(
        .failedPrecondition,
        "The calendar \(id) has no quotes: add some that it draws from.", reason: "CALENDAR_EMPTY")
    }
  }
}
