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
    let response = try await call(DailyQuote.self, request, timeout: timeout)
    _ = try required(response.quote, "quote")
    return response
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
