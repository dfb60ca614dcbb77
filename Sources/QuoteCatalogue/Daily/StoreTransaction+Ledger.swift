// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteStore

extension StoreTransaction {
  /// Fixes days; throws where another server has just fixed others. The next attempt goes on behind
  /// them.
  mutating func fixAsDealt(_ days: [StoredDay]) throws(StoreError) {
    guard let first = days.first, try fix(days) != days else { return }
    throw StoreError(
      .constraint, path: store.path, detail: "days of calendar \(first.calendar) are fixed already")
  }

  /// Marks a quote as withdrawn on all days that are fixed to it, and chains anew what follows.
  mutating func withdraw(_ id: QuoteID) throws(StoreError) {
    let calendars = Set(try store.days(withQuote: id.description).map(\.calendar))
    for stored in try store.calendars() where calendars.contains(stored.id) {
      var ledger = try CalendarRecord(stored, in: store).ledger
      let changed = ledger.withdraw(id)
      try replace(ledger.stored(changed))
    }
  }

  /// Puts another quote on a date that is fixed, and chains anew what follows.
  mutating func replace(
    _ date: CivilDate, with id: QuoteID, in ledger: Ledger
  ) throws(StoreError) {
    var ledger = ledger
    let changed = ledger.replace(date, with: id)
    try replace(ledger.stored(changed))
  }
}
