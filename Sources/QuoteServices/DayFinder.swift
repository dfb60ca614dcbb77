// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteWire
internal import RPCCore

/// Finds the day that a caller means, by the rules of its zone and calendar, and the day's quote.
struct DayFinder {
  let zones: ZoneDirectory

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
      throw QuoteService.refusal(error, field: "calendar")
    }
  }

  /// The rules of a zone that a caller, or a calendar, names.
  func rules(of timeZone: String) throws(Status) -> TimeZoneRules {
    do throws(UnknownZone) {
      return try zones.rules(named: timeZone)
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
      throw QuoteService.refusal(error, field: field, date: date)
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
