// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteStore
internal import QuoteWire
internal import RPCCore

/// What the writer knows of the calendars. It is a value, as all of the writer's state.
struct CalendarKeeper: Sendable {
  /// The calendar named `default`.
  let calendar: CalendarRules
  /// The quotes of its days.
  private(set) var schedule = DailySchedule(members: [], seed: 0, dayCount: 0)

  /// Reads the calendars of a store that was founded.
  init(reading store: Store) throws(StoreError) {
    guard
      let stored = try store.calendars().first(where: { $0.id == CalendarRules.defaultID }),
      let filter = try? QuoteFilter(wire: stored.filter.span)
    else {
      throw StoreError(
        .corrupt, path: store.path, detail: "calendar \(CalendarRules.defaultID) can't be read")
    }
    calendar = CalendarRules(
      id: stored.id, timeZone: stored.timeZone, filter: filter, seed: stored.seed,
      firstDate: stored.firstDate)
  }

  /// Lays out the days over the quotes that there are.
  mutating func layOut(over rows: CatalogueRows, at now: Timestamp) {
    let today = CivilDate(nearest: now)
    // Twice what callers may ask for: a server that nobody writes to need not lay days out anew.
    let days = max(today.days(since: calendar.firstDate), 0) + 2 * CalendarLimits.daysAhead
    schedule = DailySchedule(rows: rows, calendar: calendar, dayCount: days)
  }

  /// The calendars' part in each write: it sees the quotes as the transaction will leave them, and
  /// what it writes is committed and published together with them.
  mutating func advance(
    over rows: CatalogueRows, in transaction: inout StoreTransaction
  ) throws(StoreError) {
    guard transaction.revision != nil else { return }
    layOut(over: rows, at: transaction.time)
  }
}

extension CivilDate {
  /// The date in UTC at a moment, within what dates there are.
  init(nearest moment: Timestamp) {
    self = CivilDate(utc: moment) ?? (moment.seconds < 0 ? .first : .last)
  }
}
