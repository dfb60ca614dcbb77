// SPDX-License-Identifier: Apache-2.0

package import QuoteModel

/// A calendar as it was at one revision: its rules, the days that are fixed, and its pins.
package struct DailyCalendar: Sendable {
  /// What it picks from, and from when on.
  package let rules: CalendarRules
  /// The days that are fixed.
  package let ledger: Ledger
  /// The dates that are reserved, each with the id of its quote.
  package let pins: [PinDate: QuoteID]
  /// The quotes that it has now.
  package let quoteCount: Int

  let forecast: Forecast

  /// The calendar as the contract tells it.
  package var contract: QuoteCalendar {
    var calendar = QuoteCalendar()
    calendar.id = rules.id
    calendar.timeZone = rules.timeZone
    calendar.filter = rules.filter
    calendar.firstDate = rules.firstDate.description
    calendar.fixedThrough = ledger.lastDate?.description ?? ""
    return calendar
  }
}

/// All calendars of a catalogue: `default`, which is always there, and the others by their ids.
package struct DailyCalendars: Sendable {
  /// In their order.
  package let all: [DailyCalendar]
  private let indices: [String: Int]

  /// Puts calendars in order.
  init(_ calendars: [DailyCalendar]) {
    let others = calendars.filter { $0.rules.id != CalendarRules.defaultID }
    all =
      calendars.filter { $0.rules.id == CalendarRules.defaultID }
      + others.sorted { $0.rules.id < $1.rules.id }
    indices = Dictionary(
      all.enumerated().map { ($1.rules.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The calendar with an id; empty = `default`.
  package subscript(id: String) -> DailyCalendar? {
    indices[id.isEmpty ? CalendarRules.defaultID : id].map { all[$0] }
  }
}
