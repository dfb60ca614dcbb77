// SPDX-License-Identifier: Apache-2.0

internal import QuoteWire

extension QuoteClient {
  /// Asks for the quote of a date.
  ///
  /// ```swift
  /// let response = try await client.daily(timeZone: "Asia/Tokyo")
  /// if let quote = response.quote { print("\(response.date): \(quote.text)") }
  /// ```
  ///
  /// The answer holds until `validUntil`, when the date ends in the zone.
  ///
  /// - Parameters:
  ///   - date: The civil date; nil = today in the zone.
  ///   - timeZone: The IANA zone that says which date it is; nil = the calendar's.
  ///   - calendar: The calendar's id; nil = "default".
  ///   - timeout: How long the call may take; nil = the client's.
  /// - Returns: The response; its `quote` is always there, without a text where it was withdrawn.
  /// - Throws: `invalidArgument` for an unknown zone, `notFound` for an unknown calendar,
  ///   `outOfRange` for a date before the calendar's first or more than 400 days ahead,
  ///   `failedPrecondition` where the calendar has no quote.
  public func daily(
    date: CivilDate? = nil, timeZone: String? = nil, calendar: String? = nil,
    timeout: Duration? = nil
  ) async throws(Status) -> DailyQuoteResponse {
    let request = DailyQuoteRequest(date: date, timeZone: timeZone, calendar: calendar)
    let response = try await read(DailyQuote.self, request, timeout: timeout)
    _ = try required(response.quote, "quote")
    return response
  }
}

extension QuoteClient {
  /// Asks for the quotes of a range of dates in one call, in the calendar's own zone.
  ///
  /// - Parameters:
  ///   - first: The first date.
  ///   - last: The last date, not before the first; at most 366 dates in one call.
  ///   - calendar: The calendar's id; nil = "default".
  ///   - timeout: How long the call may take; nil = the client's.
  /// - Returns: One response for each date, in order.
  /// - Throws: The errors of `daily`, and `invalidArgument` for a range that is turned round or too
  ///   long.
  public func days(
    from first: CivilDate, through last: CivilDate, calendar: String? = nil,
    timeout: Duration? = nil
  ) async throws(Status) -> [DailyQuoteResponse] {
    guard first <= last else {
      throw .invalid("last_date", "\(last) is before \(first); the last date must not be.")
    }
    var request = ListDailyQuotesRequest()
    request.firstDate = first.description
    request.lastDate = last.description
    request.calendar = calendar ?? ""
    return try await read(ListDailyQuotes.self, request, timeout: timeout).days
  }

  /// All days of a calendar that are fixed, or a range of dates; they come as they are needed.
  ///
  /// ```swift
  /// for try await day in client.archive(calendar: "de") { print(day.date, day.quote?.text ?? "") }
  /// ```
  ///
  /// - Parameters:
  ///   - first: The first date; nil = the calendar's first.
  ///   - last: The last date; nil = the last one that is fixed.
  ///   - calendar: The calendar's id; nil = "default".
  ///   - timeout: How long each call may take; nil = the client's.
  public func archive(
    from first: CivilDate? = nil, through last: CivilDate? = nil, calendar: String? = nil,
    timeout: Duration? = nil
  ) -> DailyArchive {
    DailyArchive(
      bounds: { () async throws(Status) in
        if let first, let last { return first <= last ? first...last : nil }
        let known = try await self.bounds(of: calendar, timeout: timeout)
        let (start, end) = (first ?? known.first, last ?? known.last)
        guard let end, start <= end else { return nil }
        return start...end
      },
      fetch: { first, last async throws(Status) in
        try await self.days(from: first, through: last, calendar: calendar, timeout: timeout)
      })
  }

  /// Asks for all calendars there are, "default" first.
  ///
  /// - Parameter timeout: How long the call may take; nil = the client's.
  public func calendars(timeout: Duration? = nil) async throws(Status) -> [QuoteCalendar] {
    try await read(ListCalendars.self, ListCalendarsRequest(), timeout: timeout).calendars
  }

  /// The first date of a calendar, and the last one that is fixed; nil where none is.
  private func bounds(
    of calendar: String?, timeout: Duration?
  ) async throws(Status) -> (first: CivilDate, last: CivilDate?) {
    let all = try await calendars(timeout: timeout)
    let id = calendar ?? "default"
    guard let found = all.first(where: { $0.id == id }) else {
      let known = all.map(\.id).joined(separator: ", ")
      throw Status(.notFound, "There is no calendar \(Excerpt(id)): the calendars are \(known).")
    }
    do throws(CivilDateError) {
      let last = found.fixedThrough.isEmpty ? nil : try CivilDate(found.fixedThrough)
      return (try CivilDate(found.firstDate), last)
    } catch {
      throw Status(.internal, "The server's calendar \(id) has a date that can't be: \(error).")
    }
  }
}

extension DailyQuoteRequest {
  /// Creates the request for the quote of a date; nil stands for what the contract says of an
  /// empty field.
  public init(date: CivilDate?, timeZone: String? = nil, calendar: String? = nil) {
    self.init()
    self.date = date?.description ?? ""
    self.timeZone = timeZone ?? ""
    self.calendar = calendar ?? ""
  }
}
