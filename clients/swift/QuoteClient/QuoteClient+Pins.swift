// SPDX-License-Identifier: Apache-2.0

internal import QuoteWire

extension QuoteClient {
  /// Declares a calendar or changes it; dates that are fixed stay.
  ///
  /// It needs a token of role EDITOR, as all methods of this file do unless they say otherwise.
  ///
  /// - Parameters:
  ///   - calendar: The calendar by its id; `fixedThrough` is the server's and is ignored.
  ///   - timeout: How long the call may take; nil = the client's.
  /// - Returns: The calendar as it is now.
  /// - Throws: `invalidArgument` for a bad id, an unknown zone, an impossible date or filter,
  ///   `failedPrecondition` for a first date that fixed dates contradict, `unauthenticated` and
  ///   `permissionDenied` where the token is not good for it.
  @discardableResult
  public func put(
    _ calendar: QuoteCalendar, timeout: Duration? = nil
  ) async throws(Status) -> QuoteCalendar {
    try require(!calendar.id.isEmpty, "calendar.id", "A calendar's id is needed, and it is empty.")
    var request = PutCalendarRequest()
    request.calendar = calendar
    return try required(
      try await write(
        PutCalendar.self, request, timeout: timeout, isRepeatable: false
      ).calendar, "calendar")
  }

  /// Reserves a date, or a day of every year, for a quote.
  ///
  /// - Parameters:
  ///   - quoteID: The quote's id.
  ///   - date: `YYYY-MM-DD`, or `--MM-DD` for every year.
  ///   - calendar: The calendar's id; nil = "default".
  ///   - force: Replaces the quote of a date that is fixed, which needs role ADMIN; the archive then
  ///     says so.
  ///   - timeout: How long the call may take; nil = the client's.
  /// - Returns: The pin as it was stored.
  /// - Throws: `invalidArgument` for an impossible date, `notFound` for an unknown calendar or quote,
  ///   `alreadyExists` where the date is taken, `failedPrecondition` where it is fixed and not
  ///   forced, and as `put` for the token.
  @discardableResult
  public func pin(
    quoteID: String, to date: String, calendar: String? = nil, force: Bool = false,
    timeout: Duration? = nil
  ) async throws(Status) -> Pin {
    try require(!quoteID.isEmpty, "pin.quote_id", "A quote's id is needed, and it is empty.")
    try require(!date.isEmpty, "pin.date", "A date is needed, and the one given is empty.")
    var pin = Pin()
    pin.calendar = calendar ?? ""
    pin.date = date
    pin.quoteID = quoteID
    var request = PinDailyQuoteRequest()
    request.pin = pin
    request.force = force
    return try required(
      try await write(
        PinDailyQuote.self, request, timeout: timeout, isRepeatable: false
      ).pin, "pin")
  }

  /// Gives a pinned date back; a date that is fixed stays as it is.
  ///
  /// - Parameters:
  ///   - date: The date as it was pinned: `YYYY-MM-DD` or `--MM-DD`.
  ///   - calendar: The calendar's id; nil = "default".
  ///   - timeout: How long the call may take; nil = the client's.
  /// - Throws: `invalidArgument` for an impossible date, `notFound` for an unknown calendar or where
  ///   the date isn't pinned, and as `put` for the token.
  public func unpin(
    date: String, calendar: String? = nil, timeout: Duration? = nil
  ) async throws(Status) {
    try require(!date.isEmpty, "date", "A date is needed, and the one given is empty.")
    var request = UnpinDailyQuoteRequest()
    request.calendar = calendar ?? ""
    request.date = date
    _ = try await write(
      UnpinDailyQuote.self, request, timeout: timeout, isRepeatable: false)
  }

  /// Lists all pins of a calendar: those of every year first, then by date.
  ///
  /// - Parameters:
  ///   - calendar: The calendar's id; nil = "default".
  ///   - timeout: How long each page may take; nil = the client's.
  /// - Throws: `notFound` for an unknown calendar, and as `put` for the token.
  public func pins(
    calendar: String? = nil, timeout: Duration? = nil
  ) async throws(Status) -> [Pin] {
    var request = ListPinsRequest()
    request.calendar = calendar ?? ""
    request.pageSize = 1_000
    var pins: [Pin] = []
    repeat {
      let page = try await read(ListPins.self, request, timeout: timeout)
      guard page.nextPageToken.isEmpty || page.nextPageToken != request.pageToken else {
        throw Status(
          .internal, "The server's next page is the one it has just sent: paging would never end.")
      }
      pins += page.pins
      request.pageToken = page.nextPageToken
    } while !request.pageToken.isEmpty
    return pins
  }
}
