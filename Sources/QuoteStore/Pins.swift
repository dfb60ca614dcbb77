// SPDX-License-Identifier: Apache-2.0

/// A date that is reserved for a quote, as the store has it.
package struct StoredPin: Sendable, Hashable {
  /// The calendar's id.
  package let calendar: String
  /// YYYY-MM-DD or, for every year, --MM-DD.
  package let date: String
  /// The quote's id.
  package let quoteID: String

  /// Declares a pin.
  package init(calendar: String, date: String, quoteID: String) {
    self.calendar = calendar
    self.date = date
    self.quoteID = quoteID
  }
}

extension Store {
  /// The pins of all calendars, by calendar and date, those of every year first.
  package func pins() throws(StoreError) -> [StoredPin] {
    let statement = try Statement(
      "SELECT calendar, date, quote_id FROM pins ORDER BY calendar, date", on: connection)
    return try statement.pins()
  }

  /// The pins of a calendar, by date, those of every year first.
  package func pins(of calendar: String) throws(StoreError) -> [StoredPin] {
    let statement = try Statement(
      "SELECT calendar, date, quote_id FROM pins WHERE calendar = ?1 ORDER BY date", on: connection)
    statement.bind(1, calendar)
    return try statement.pins()
  }
}

extension StoreTransaction {
  /// Reserves a date, also one that was reserved for another quote.
  package mutating func put(_ pin: StoredPin) throws(StoreError) {
    let revision = try touch(.pin, pin.calendar)
    let statement = try Statement(
      "INSERT OR REPLACE INTO pins (calendar, date, quote_id, revision) VALUES (?1, ?2, ?3, ?4)",
      on: store.connection)
    statement.bind(1, pin.calendar)
    statement.bind(2, pin.date)
    statement.bind(3, pin.quoteID)
    statement.bind(4, Int64(revision))
    try statement.run()
  }

  /// Gives a date back; false where it was not reserved.
  package mutating func removePin(
    calendar: String, date: String
  ) throws(StoreError) -> Bool {
    guard try store.pins(of: calendar).contains(where: { $0.date == date }) else { return false }
    _ = try touch(.pin, calendar)
    let statement = try Statement(
      "DELETE FROM pins WHERE calendar = ?1 AND date = ?2", on: store.connection)
    statement.bind(1, calendar)
    statement.bind(2, date)
    try statement.run()
    return true
  }
}

extension Statement {
  fileprivate func pins() throws(StoreError) -> [StoredPin] {
    var pins: [StoredPin] = []
    while try step() {
      pins.append(StoredPin(calendar: text(0), date: text(1), quoteID: text(2)))
    }
    return pins
  }
}
