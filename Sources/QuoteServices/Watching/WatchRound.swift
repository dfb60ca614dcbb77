// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import RPCCore

/// What one watcher has been sent, and what comes next: a value without a clock or a wait.
struct WatchRound: Sendable {
  private let request: WatchDailyQuoteRequest
  private let deliverAt: TimeOfDay
  /// Nothing of this date or before is sent; nil before the first, which is today's at once.
  private var lastDate: CivilDate?
  /// The day that was sent last.
  private var sent: Sent?

  private struct Sent: Sendable {
    let date: CivilDate
    let quoteID: String
    let reason: DailyReason
    let endsAt: Timestamp
  }

  /// What a watcher does next.
  enum Step {
    case send(WatchDailyQuoteResponse)
    /// Nothing is due for so many nanoseconds, if nothing changes.
    case wait(nanoseconds: UInt64)
  }

  /// Reads what a watcher asks for.
  init(_ request: WatchDailyQuoteRequest) throws(Status) {
    self.request = request
    guard let time = request.deliverAt.isEmpty ? .midnight : TimeOfDay(request.deliverAt) else {
      throw .refusal(
        .invalidArgument,
        "deliver_at can't be \(Excerpt(request.deliverAt)): it is HH:MM, 00:00 to 23:59, or empty.",
        reason: "IMPOSSIBLE_TIME", field: "deliver_at")
    }
    deliverAt = time
    guard !request.afterDate.isEmpty else { return }
    do throws(CivilDateError) {
      lastDate = try CivilDate(request.afterDate)
    } catch {
      throw .refusal(
        .invalidArgument, "\(error).", reason: "IMPOSSIBLE_DATE", field: "after_date")
    }
  }

  /// Tells what comes next; what is to be sent counts as sent.
  mutating func next(
    in snapshot: CatalogueSnapshot, _ finder: DayFinder, at now: Timestamp
  ) throws(Status) -> Step {
    let calendar = try finder.calendar(request.calendar, in: snapshot)
    let zone = request.timeZone.isEmpty ? calendar.rules.timeZone : request.timeZone
    let rules = try finder.rules(of: zone)
    let today = try finder.today(by: rules, at: now)
    if let date = due(today, rules, at: now) {
      return try send(date, in: snapshot, finder, at: now)
    }
    if let sent, now < sent.endsAt {
      let day = try day(sent.date, in: snapshot, finder, at: now)
      if sent.quoteID != day.quoteID || sent.reason != day.response.reason {
        return try send(sent.date, in: snapshot, finder, at: now)
      }
    }
    // After the last date that there is, nothing is ever due.
    guard let next = lastDate?.adding(days: 1) else { return .wait(nanoseconds: .max) }
    return .wait(nanoseconds: now.nanoseconds(until: rules.instant(of: next, at: deliverAt)))
  }

  /// The date whose quote is due and was not sent.
  private func due(_ today: CivilDate, _ rules: TimeZoneRules, at now: Timestamp) -> CivilDate? {
    guard let lastDate else { return today }
    let isTodayDue = rules.instant(of: today, at: deliverAt) <= now
    guard let date = isTodayDue ? today : today.adding(days: -1) else { return nil }
    return date > lastDate ? date : nil
  }

  private mutating func send(
    _ date: CivilDate, in snapshot: CatalogueSnapshot, _ finder: DayFinder, at now: Timestamp
  ) throws(Status) -> Step {
    let day = try day(date, in: snapshot, finder, at: now)
    lastDate = max(date, lastDate ?? date)
    sent = Sent(
      date: date, quoteID: day.quoteID, reason: day.response.reason, endsAt: day.endsAt)
    var response = WatchDailyQuoteResponse()
    response.daily = day.response
    return .send(response)
  }

  private func day(
    _ date: CivilDate, in snapshot: CatalogueSnapshot, _ finder: DayFinder, at now: Timestamp
  ) throws(Status) -> (response: DailyQuoteResponse, quoteID: String, endsAt: Timestamp) {
    var daily = DailyQuoteRequest()
    daily.date = date.description
    daily.timeZone = request.timeZone
    daily.calendar = request.calendar
    let day = try finder.day(daily, in: snapshot, at: now)
    let response = try day.reply(in: snapshot, at: now).response(at: now)
    return (response, response.quote?.id ?? "", day.endsAt)
  }
}

extension Timestamp {
  /// The nanoseconds until a later moment; 0 where it has passed.
  fileprivate func nanoseconds(until later: Timestamp) -> UInt64 {
    guard self < later else { return 0 }
    let (whole, overflows) = (later.seconds - seconds)
      .multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflows else { return .max }
    return UInt64(clamping: whole + Int64(later.nanoseconds) - Int64(nanoseconds))
  }
}
