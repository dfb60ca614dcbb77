// SPDX-License-Identifier: Apache-2.0

/// A named sequence of daily quotes.
///
/// `default` always exists; each language with 30 quotes or more has one by its tag.
public struct QuoteCalendar: Sendable, Hashable {
  /// The calendar that is always there.
  public static let defaultID = "default"

  /// Its name, as requests give it.
  public var id = ""
  /// The IANA zone that is used where a caller names none.
  public var timeZone = ""
  /// The quotes it draws from; nil = all but the mature ones.
  public var filter: QuoteFilter?
  /// The first date that it has a quote for, YYYY-MM-DD.
  public var firstDate = ""
  /// The last date that can't change any more, YYYY-MM-DD; the server's to set.
  public var fixedThrough = ""

  /// Creates an empty calendar.
  public init() {}
}

/// Asks for all calendars.
public struct ListCalendarsRequest: Sendable, Hashable {
  /// Creates the request.
  public init() {}
}

/// All calendars.
public struct ListCalendarsResponse: Sendable, Hashable {
  /// `default` first, then by id.
  public var calendars: [QuoteCalendar] = []

  /// Creates an empty response.
  public init() {}
}

/// Asks to declare a calendar or change it.
public struct PutCalendarRequest: Sendable, Hashable {
  /// The calendar by its id; needed.
  public var calendar: QuoteCalendar?

  /// Creates an empty request.
  public init() {}
}

/// The calendar as it is now.
public struct PutCalendarResponse: Sendable, Hashable {
  /// The calendar.
  public var calendar: QuoteCalendar?

  /// Creates an empty response.
  public init() {}
}
