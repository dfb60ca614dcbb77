// SPDX-License-Identifier: Apache-2.0

package import QuoteModel

/// What a calendar picks its quotes from, and from when on.
package struct CalendarRules: Sendable, Hashable {
  /// The calendar that always exists.
  package static let defaultID = QuoteCalendar.defaultID

  /// The calendar's name.
  package let id: String
  /// The IANA zone that is used where the caller names none.
  package let timeZone: String
  /// Which quotes it picks from.
  package let filter: QuoteFilter
  /// What makes its order differ from that of other catalogues.
  package let seed: UInt64
  /// The first date that it has a quote for.
  package let firstDate: CivilDate

  /// Declares a calendar.
  package init(
    id: String, timeZone: String, filter: QuoteFilter, seed: UInt64, firstDate: CivilDate
  ) {
    self.id = id
    self.timeZone = timeZone
    self.filter = filter
    self.seed = seed
    self.firstDate = firstDate
  }
}

/// How far calendars reach, and how many there are.
package enum CalendarLimits {
  /// The days after today that are told.
  package static let daysAhead = 400
  /// The days before a calendar was made on which it begins, so that a new server has an archive.
  package static let daysBefore = 365
  /// The days that lie between two showings of a quote at least, over the seam of two cycles; half
  /// of the calendar's quotes where they are fewer than twice as many.
  package static let seamDays = 30
  /// The quotes with which a language gets a calendar of its own.
  package static let languageQuotes = 30
  /// The days after the last one that is fixed that are dealt out for a clock that is far ahead.
  package static let mostForetold = 36_525
  /// The days that all calendars may have until today for one to begin more than `daysBefore` ago: a
  /// purge chains days anew, and all writers wait for it.
  package static let daysInAll = 100_000
  /// The calendars of a catalogue at most.
  package static let mostCalendars = 200
  /// The letters of a calendar's id at most.
  package static let idLength = 64
  /// The dates of one list at most: a leap year.
  package static let listedDays = 366
}
