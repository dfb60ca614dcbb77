// SPDX-License-Identifier: Apache-2.0

package import QuoteModel

/// The quote of a date.
package struct DailyChoice: Hashable, Sendable {
  /// Where the quote lies in the snapshot that was asked.
  package let row: QuoteRow
  /// The quote's place in the calendar's present cycle, from 1 on.
  package let cyclePosition: Int
  /// The quotes of a cycle: all that the calendar has.
  package let cycleLength: Int
}

/// Why a date has no quote.
package enum DailyProblem: Error, Hashable, Sendable {
  /// The calendar doesn't reach to the date.
  case outOfRange(first: CivilDate, last: CivilDate)
  /// The server's clock is so far behind that no date that it tells has come yet.
  case clockBehind(today: CivilDate, first: CivilDate)
  /// No quote meets the calendar's filter.
  case emptyCalendar
}

extension CatalogueSnapshot {
  /// The quote of a date in the default calendar.
  ///
  /// Every quote of the calendar comes once before any comes again, and each date keeps its quote
  /// as long as the calendar's quotes stay the same. `today` is the date in the zone asked for;
  /// dates up to `CalendarLimits.daysAhead` after it are told.
  package func daily(
    on date: CivilDate, today: CivilDate
  ) throws(DailyProblem) -> DailyChoice {
    let daysToFirst = calendar.firstDate.daysSinceEpoch - today.daysSinceEpoch
    guard daysToFirst <= CalendarLimits.daysAhead else {
      throw .clockBehind(today: today, first: calendar.firstDate)
    }
    let day = date.daysSinceEpoch - calendar.firstDate.daysSinceEpoch
    guard day >= 0, date.daysSinceEpoch - today.daysSinceEpoch <= CalendarLimits.daysAhead else {
      throw .outOfRange(
        first: calendar.firstDate,
        last: CivilDate(daysSinceEpoch: today.daysSinceEpoch + CalendarLimits.daysAhead) ?? date)
    }
    guard schedule.cycleLength > 0 else { throw .emptyCalendar }
    // Only if nothing was published for a year does a date lie behind what was laid out.
    let schedule =
      day < schedule.positions.count
      ? schedule : DailySchedule(rows: rows, calendar: calendar, dayCount: day + 1)
    guard let row = rows.row(at: schedule.positions[day]) else {
      preconditionFailure("A calendar picked a quote that is not in its snapshot.")
    }
    return DailyChoice(
      row: row, cyclePosition: day % schedule.cycleLength + 1, cycleLength: schedule.cycleLength)
  }
}
