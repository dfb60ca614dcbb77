// SPDX-License-Identifier: Apache-2.0

/// The rules of a zone that hold for ever: one offset, or two that alternate each year.
///
/// In a TZif file they are the footer, written as POSIX's TZ variable: `CET-1CEST,M3.5.0,M10.5.0/3`.
struct RecurringRules: Hashable, Sendable {
  /// The part of each year that another offset holds for.
  struct Summer: Hashable, Sendable {
    let offsetSeconds: Int
    /// By the clock of the standard offset.
    let start: YearlyMoment
    /// By the clock of the summer's offset.
    let end: YearlyMoment
  }

  /// The standard offset, in seconds east of UTC.
  let offsetSeconds: Int
  let summer: Summer?

  /// The stretch of time of one offset that an instant lies in; without an end, it never ends.
  func stretch(at instant: Int64) -> (offsetSeconds: Int, end: Int64?) {
    guard let summer else { return (offsetSeconds, nil) }
    let days = CivilCalendar.day(ofSeconds: instant)
    // Past this the calendar's arithmetic would overflow, and nobody keeps dates.
    guard (-1_000_000_000...1_000_000_000).contains(days) else { return (offsetSeconds, nil) }
    let year = CivilCalendar.components(ofDay: days).year
    var offset = offsetSeconds
    var latest = Int64.min
    var next: Int64?
    // A moment may lie a week outside of its year (RFC 8536, 3.3.1), so three years are looked at.
    for year in year - 1...year + 1 {
      let start = summer.start.localSeconds(year: year) - Int64(offsetSeconds)
      let end = summer.end.localSeconds(year: year) - Int64(summer.offsetSeconds)
      // Summer wins a tie: it lasts all year where it ends as the next one starts.
      for (moment, newOffset) in [(end, offsetSeconds), (start, summer.offsetSeconds)] {
        if moment <= instant {
          if moment > latest || (moment == latest && newOffset == summer.offsetSeconds) {
            latest = moment
            offset = newOffset
          }
        } else if moment < next ?? .max {
          next = moment
        }
      }
    }
    return (offset, next)
  }
}

/// A moment that comes each year, in local time.
struct YearlyMoment: Hashable, Sendable {
  /// Which day of the year.
  enum Day: Hashable, Sendable {
    /// `Jn`: 1 to 365; 29 February is never counted.
    case ofCommonYear(Int)
    /// `n`: 0 to 365; 29 February is counted.
    case ofYear(Int)
    /// `Mm.w.d`: a weekday (0 = Sunday) in a month; week 5 is the last.
    case weekday(Int, week: Int, month: Int)
  }

  let day: Day
  /// Seconds after 00:00 of that day; may be negative or longer than a day.
  let secondsOfDay: Int

  /// The moment in a year, in seconds of local time since 1970-01-01T00:00.
  func localSeconds(year: Int) -> Int64 {
    Int64(daysSinceEpoch(year: year)) * CivilCalendar.secondsPerDay + Int64(secondsOfDay)
  }

  private func daysSinceEpoch(year: Int) -> Int {
    switch day {
    case .ofCommonYear(let number):
      let leapDay = number > 59 && CivilCalendar.isLeap(year) ? 1 : 0
      return CivilCalendar.daysSinceEpoch(year: year, month: 1, day: 1) + number - 1 + leapDay
    case .ofYear(let number):
      return CivilCalendar.daysSinceEpoch(year: year, month: 1, day: 1) + number
    case .weekday(let weekday, let week, let month):
      let first = CivilCalendar.daysSinceEpoch(year: year, month: month, day: 1)
      let firstWeekday = ((first + 4) % 7 + 7) % 7  // 1970-01-01 was a Thursday.
      var day = (weekday - firstWeekday + 7) % 7 + 7 * (week - 1)
      if day >= CivilCalendar.days(inMonth: month, ofYear: year) { day -= 7 }
      return first + day
    }
  }
}
