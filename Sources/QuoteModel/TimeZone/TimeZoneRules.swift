// SPDX-License-Identifier: Apache-2.0

/// The rules of one time zone: how far local time is from UTC, at any instant.
///
/// Read from the bytes of a TZif file (RFC 8536); see `init(tzif:)`.
package struct TimeZoneRules: Hashable, Sendable {
  /// An instant from which on another offset holds.
  struct Transition: Hashable, Sendable {
    let instant: Int64
    let offsetSeconds: Int
  }

  /// East of UTC; holds before the first transition.
  let initialOffsetSeconds: Int
  /// In rising order of their instants.
  let transitions: [Transition]
  /// Holds from the last transition on, for ever.
  let recurrence: RecurringRules?

  /// Local time's distance from UTC at an instant, in seconds, positive in the east.
  package func offsetSeconds(at instant: Timestamp) -> Int {
    stretch(at: instant.seconds).offsetSeconds
  }

  /// The civil date at an instant, or nil outside of years 1 to 9999.
  package func date(at instant: Timestamp) -> CivilDate? {
    let offset = Int64(offsetSeconds(at: instant))
    let (local, overflows) = instant.seconds.addingReportingOverflow(offset)
    return overflows ? nil : CivilDate(daysSinceEpoch: CivilCalendar.day(ofSeconds: local))
  }

  /// The first instant whose civil date is later than a date.
  ///
  /// That is midnight where there is one; where the clock jumps over midnight, or over whole dates,
  /// it is the jump. A date that was jumped over ends with that jump.
  /// - Parameter instant: Where the clock goes back over midnight, a date comes twice; given an
  ///   instant of its second time, the answer is the end of that.
  package func endOfDate(_ date: CivilDate, after instant: Timestamp? = nil) -> Timestamp {
    let nextDate = Int64(date.daysSinceEpoch + 1) * CivilCalendar.secondsPerDay
    return firstInstant(at: nextDate, notBefore: instant)
  }

  /// The first instant at which the clock of a zone shows a date and a time of day, or, where it
  /// jumps over them, something later.
  package func instant(of date: CivilDate, at time: TimeOfDay) -> Timestamp {
    let midnight = Int64(date.daysSinceEpoch) * CivilCalendar.secondsPerDay
    return firstInstant(at: midnight + Int64(time.seconds), notBefore: nil)
  }

  /// The first instant whose local time, in seconds, is a given one or later.
  private func firstInstant(at local: Int64, notBefore instant: Timestamp?) -> Timestamp {
    var earliest = local - Int64(Self.offsetBounds.upperBound)
    if let instant { earliest = max(earliest, instant.seconds) }
    while true {
      let stretch = stretch(at: earliest)
      let reached = max(earliest, local - Int64(stretch.offsetSeconds))
      guard let end = stretch.end, reached >= end else { return Timestamp(seconds: reached) }
      earliest = end
    }
  }

  /// The stretch of time of one offset that an instant lies in; without an end, it never ends.
  private func stretch(at instant: Int64) -> (offsetSeconds: Int, end: Int64?) {
    var low = 0
    var high = transitions.count  // The first transition after the instant lies in low...high.
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle].instant <= instant { low = middle + 1 } else { high = middle }
    }
    if low < transitions.count {
      let offset = low == 0 ? initialOffsetSeconds : transitions[low - 1].offsetSeconds
      return (offset, transitions[low].instant)
    }
    if let recurrence { return recurrence.stretch(at: instant) }
    return (transitions.last?.offsetSeconds ?? initialOffsetSeconds, nil)
  }

  /// The offsets that RFC 8536 (3.2) expects, in seconds: what lies outside is refused.
  static let offsetBounds = -89_999...93_599
}
