// SPDX-License-Identifier: Apache-2.0

/// Asks to fix days.
package struct FixCalendarRequest: Sendable, Hashable {
  /// The last date to fix, YYYY-MM-DD.
  package var throughDate = ""
  /// The calendar's id; empty = all calendars.
  package var calendar = ""

  /// Creates an empty request.
  package init() {}
}

/// The days are fixed.
package struct FixCalendarResponse: Sendable, Hashable {
  /// One for each calendar that was asked for, `default` first, then by id.
  package var calendars: [FixedCalendar] = []

  /// Creates an empty response.
  package init() {}
}

/// Through when a calendar is fixed.
package struct FixedCalendar: Sendable, Hashable {
  /// The calendar's id.
  package var calendar = ""
  /// The last date that can't change any more, YYYY-MM-DD.
  package var fixedThrough = ""

  /// Creates an empty value.
  package init() {}
}
