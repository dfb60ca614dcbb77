// SPDX-License-Identifier: Apache-2.0

package import QuoteModel
package import QuoteStore

/// How it stands with fixing days.
package enum CalendarCondition: Sendable, Equatable, CustomStringConvertible {
  /// All is well: every date up to this one is fixed, in calendars that have quotes.
  case current(through: CivilDate)
  /// The clock is set to long before the last date that is fixed: nothing is fixed.
  case clockBehind(today: CivilDate, fixed: CivilDate)
  /// The clock is set to long after the last date that is fixed: nothing is fixed until an
  /// administrator says that it is right.
  case clockAhead(today: CivilDate, fixed: CivilDate)
  /// The store can't be written: dates are told as expected.
  case failed(StoreError)

  /// A sentence for a person.
  package var description: String {
    switch self {
    case .current(let date): "All dates up to \(date) are fixed."
    case .clockBehind(let today, let fixed):
      "The clock says \(today), but dates up to \(fixed) are fixed already: set the clock. Nothing "
        + "is fixed until then."
    case .clockAhead(let today, let fixed):
      "The clock says \(today), more than \(CalendarLimits.daysAhead) days after \(fixed), the last "
        + "date that is fixed: set the clock or, if it is right, run \"quoted calendar fix "
        + "--through \(today)\". Nothing is fixed until then."
    case .failed(let error): "Dates can't be fixed: \(error)."
    }
  }
}

/// Decides which dates are to be fixed at a moment, and whether the clock can be believed.
struct CalendarClock {
  /// The last date that is fixed in any calendar; nil where none is.
  let fixed: CivilDate?
  /// The latest first date of a calendar: some of them was made on it, or later.
  let made: CivilDate
  /// Through which date an administrator lets days be fixed.
  let permitted: CivilDate

  /// Looks at all calendars.
  init(ledgers: [Ledger], permitted: CivilDate) {
    fixed = ledgers.compactMap(\.lastDate).max()
    made = ledgers.map(\.firstDate).max() ?? .first
    self.permitted = permitted
  }

  /// The last date to be fixed at a moment: tomorrow's where the day comes first, at UTC+14.
  static func horizon(at now: Timestamp) -> CivilDate {
    let first = Timestamp(seconds: now.seconds.addingReportingOverflow(14 * 3_600).partialValue)
    return CivilDate(nearest: first).adding(days: 1) ?? .last
  }

  /// Through which date days are to be fixed at a moment, nil for none, and what is to be said of it.
  func due(at now: Timestamp) -> (through: CivilDate?, condition: CalendarCondition) {
    let today = CivilDate(nearest: now)
    let horizon = Self.horizon(at: now)
    if let fixed, today.days(since: fixed) < -2 {
      return (nil, .clockBehind(today: today, fixed: fixed))
    }
    // Without a day that is fixed, the clock is held against the day the calendar was made on.
    let known = fixed ?? made.adding(days: CalendarLimits.daysBefore) ?? .last
    let believed = max(known, permitted)
    guard horizon.days(since: believed) > CalendarLimits.daysAhead else {
      return (horizon, .current(through: horizon))
    }
    return (
      permitted > known ? permitted : nil, .clockAhead(today: today, fixed: believed)
    )
  }
}

extension CivilDate {
  /// The date in UTC at a moment, within what dates there are.
  init(nearest moment: Timestamp) {
    self = CivilDate(utc: moment) ?? (moment.seconds < 0 ? .first : .last)
  }
}
