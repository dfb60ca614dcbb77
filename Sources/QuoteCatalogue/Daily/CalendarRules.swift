// SPDX-License-Identifier: Apache-2.0

package import QuoteModel

/// What a calendar picks its quotes from, and from when on.
package struct CalendarRules: Sendable, Hashable {
  /// The calendar that always exists.
  package static let defaultID = "default"

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

/// How far ahead a calendar tells its quotes.
package enum CalendarLimits {
  /// The days after today.
  package static let daysAhead = 400
  /// The days before the store was made on which its calendar begins, so that a new server has an
  /// archive.
  package static let daysBefore = 365
}
