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
    let day = try day(copy request, in: snapshot, at: now)
    let reply = day.reply(in: snapshot, at: now)
    if isToday { dailyReplies.keep(reply, for: request.timeZone, in: request.calendar) }
    reply.append(at: now, to: &output)
  }

  /// Finds out which date is meant, and its quote.
  func day(
    _ request: DailyQuoteRequest, in snapshot: CatalogueSnapshot, at now: Timestamp
  ) throws(Status) -> Day {
    let calendar = try calendar(request.calendar, in: snapshot)
    let timeZone = request.timeZone.isEmpty ? calendar.rules.timeZone : request.timeZone
    let rules = try rules(of: timeZone)
    let today = try today(by: rules, at: now)
    let date = try request.date.isEmpty ? today : date(request.date, field: "date")
    return Day(
      date: date, timeZone: timeZone, calendar: calendar.rules.id,
      endsAt: rules.endOfDate(date, after: date == today ? now : nil),
      choice: try choice(of: date, today: today, in: calendar, of: snapshot, field: "date"))
  }

  /// The calendar with an id.
  func calendar(
    _ id: String, in snapshot: CatalogueSnapshot
  ) throws(Status) -> DailyCalendar {
    do throws(DailyProblem) {
      return try snapshot.calendar(id)
    } catch {
      throw Self.refusal(error, field: "calendar")
    }
  }

  /// The rules of a zone that a caller, or a calendar, names.
  func rules(of timeZone: String) throws(Status) -> TimeZoneRules {
    do throws(UnknownZone) {
      return try zones.directory.rules(named: timeZone)
    } catch {
      throw .refusal(
        .invalidArgument, "\(error).", reason: "UNKNOWN_TIME_ZONE", field: "time_zone")
    }
  }

  /// The date that it is now in a zone.
  func today(by rules: TimeZoneRules, at now: Timestamp) throws(Status) -> CivilDate {
    guard let today = rules.date(at: now) else {
      throw Status(.internal, "The server's clock is outside of the years 1 to 9999.")
    }
    return today
  }

  /// A date that a caller names.
  func date(_ text: String, field: String) throws(Status) -> CivilDate {
    do throws(CivilDateError) {
      return try CivilDate(text)
    } catch {
      throw .refusal(.invalidArgument, "\(error).", reason: "IMPOSSIBLE_DATE", field: field)
    }
  }

  /// The quote of a date in a calendar.
  func choice(
    of date: CivilDate, today: CivilDate, in calendar: DailyCalendar,
    of snapshot: CatalogueSnapshot, field: String
  ) throws(Status) -> DailyChoice {
    do throws(DailyProblem) {
      return try snapshot.daily(on: date, today: today, in: calendar)
    } catch {
      throw Self.refusal(error, field: field, date: date)
    }
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

/// A date of a calendar, as it is asked for, and its quote.
struct Day {
  let date: CivilDate
  let timeZone: String
  /// The calendar's id.
  let calendar: String
  let endsAt: Timestamp
  let choice: DailyChoice

  /// The encoded reply.
  func reply(in snapshot: CatalogueSnapshot, at now: Timestamp) -> DailyReply {
    var head: [UInt8] = []
    snapshot.append(choice, to: &head)
    var first = DailyQuoteResponse()
    first.date = date.description
    first.validUntil = endsAt
    first.append(to: &head)
    var last = DailyQuoteResponse()
    last.timeZone = timeZone
    last.calendar = calendar
    last.reason = choice.reason
    last.certainty = choice.certainty
    last.cyclePosition = Int32(clamping: choice.cyclePosition)
    last.chain = choice.chain
    return DailyReply(
      revision: snapshot.revision, from: now, until: endsAt, head: head, tail: last.wire)
  }
}
