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
    if isToday, request.calendar.isEmpty || request.calendar == CalendarRules.defaultID,
      let kept = dailyReplies.reply(for: request.timeZone, revision: reader.revision, at: now)
    {
      return kept.append(at: now, to: &output)
    }
    let snapshot = reader.snapshot
    let day = try day(copy request, in: snapshot, at: now)
    let reply = reply(day, in: snapshot, at: now)
    if isToday { dailyReplies.keep(reply, for: request.timeZone) }
    reply.append(at: now, to: &output)
  }

  /// A date of a calendar, as it is asked for, and its quote.
  struct Day {
    let date: CivilDate
    let timeZone: String
    let endsAt: Timestamp
    let choice: DailyChoice
  }

  /// Finds out which date is meant, and its quote.
  func day(
    _ request: DailyQuoteRequest, in snapshot: CatalogueSnapshot, at now: Timestamp
  ) throws(Status) -> Day {
    try checkCalendar(request.calendar)
    let timeZone = request.timeZone.isEmpty ? snapshot.calendar.timeZone : request.timeZone
    let rules = try rules(of: timeZone)
    guard let today = rules.date(at: now) else {
      throw Status(.internal, "The server's clock is outside of the years 1 to 9999.")
    }
    let date = request.date.isEmpty ? today : try self.date(request.date)
    let choice = try choice(of: date, today: today, in: snapshot)
    let endsAt = rules.endOfDate(date, after: date == today ? now : nil)
    return Day(date: date, timeZone: timeZone, endsAt: endsAt, choice: choice)
  }

  private func checkCalendar(_ id: String) throws(Status) {
    guard id.isEmpty || id == CalendarRules.defaultID else {
      throw .refusal(
        .notFound,
        "There is no calendar \(Excerpt(id)): the calendars are \(CalendarRules.defaultID).",
        reason: "CALENDAR_NOT_FOUND", field: "calendar")
    }
  }

  private func rules(of timeZone: String) throws(Status) -> TimeZoneRules {
    do throws(UnknownZone) {
      return try zones.rules(named: timeZone)
    } catch {
      throw .refusal(
        .invalidArgument, "\(error).", reason: "UNKNOWN_TIME_ZONE", field: "time_zone")
    }
  }

  private func date(_ text: String) throws(Status) -> CivilDate {
    do throws(CivilDateError) {
      return try CivilDate(text)
    } catch {
      throw .refusal(.invalidArgument, "\(error).", reason: "IMPOSSIBLE_DATE", field: "date")
    }
  }

  private func choice(
    of date: CivilDate, today: CivilDate, in snapshot: CatalogueSnapshot
  ) throws(Status) -> DailyChoice {
    do throws(DailyProblem) {
      return try snapshot.daily(on: date, today: today)
    } catch {
      switch error {
      case .outOfRange(let first, let last):
        throw .refusal(
          .outOfRange, "\(date) is outside of the calendar, which tells \(first) to \(last).",
          reason: "DATE_OUT_OF_RANGE", field: "date")
      case .clockBehind(let today, let first):
        throw .refusal(
          .failedPrecondition,
          "The server's clock says \(today), long before the calendar's first date, \(first): it "
            + "has to be set.", reason: "CLOCK_BEHIND")
      case .emptyCalendar:
        throw .refusal(
          .failedPrecondition, "The calendar has no quotes: import some in its language.",
          reason: "CALENDAR_EMPTY")
      }
    }
  }

  private func reply(
    _ day: Day, in snapshot: CatalogueSnapshot, at now: Timestamp
  ) -> DailyReply {
    var head: [UInt8] = []
    snapshot.append(day.choice.row, to: &head)
    var first = DailyQuoteResponse()
    first.date = day.date.description
    first.validUntil = day.endsAt
    first.append(to: &head)
    var last = DailyQuoteResponse()
    last.timeZone = day.timeZone
    last.calendar = CalendarRules.defaultID
    last.reason = .scheduled
    // Until days are written down ahead, a change of the catalogue may still move any of them.
    last.certainty = .expected
    last.cyclePosition = Int32(clamping: day.choice.cyclePosition)
    return DailyReply(
      revision: snapshot.revision, from: now, until: day.endsAt, head: head, tail: last.wire)
  }
}
