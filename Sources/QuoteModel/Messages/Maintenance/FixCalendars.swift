// SPDX-License-Identifier: Apache-2.0

/// Asks to fix days.
package struct FixCalendarsRequest: Sendable, Hashable {
  /// The last date to fix, YYYY-MM-DD.
  package var through = ""

  /// Creates an empty request.
  package init() {}
}

/// The days are fixed.
package struct FixCalendarsResponse: Sendable, Hashable {
  /// All calendars, `default` first, then by id.
  package var calendars: [FixedCalendar] = []

  /// Creates an empty response.
  package init() {}
}

/// Through when a calendar is fixed.
package struct FixedCalendar: Sendable, Hashable {
  /// The calendar's id.
  package var calendar = ""
  /// The last date that can't change any more, YYYY-MM-DD; empty where it has no quotes.
  package var fixedThrough = ""

  /// Creates an empty value.
  package init() {}
}
