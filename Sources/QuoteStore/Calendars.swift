// SPDX-License-Identifier: Apache-2.0

package import QuoteModel

/// A calendar as the store has it.
package struct StoredCalendar: Sendable, Hashable {
  /// Its name.
  package let id: String
  /// The IANA zone of callers that name none.
  package let timeZone: String
  /// The encoded filter; what it means is not the store's business.
  package let filter: [UInt8]
  /// What makes its order its own.
  package let seed: UInt64
  /// The first date that it has a quote for.
  package let firstDate: CivilDate

  /// Declares a calendar.
  package init(
    id: String, timeZone: String, filter: [UInt8], seed: UInt64, firstDate: CivilDate
  ) {
    self.id = id
    self.timeZone = timeZone
    self.filter = filter
    self.seed = seed
    self.firstDate = firstDate
  }
}

extension Store {
  /// All calendars, by id.
  package func calendars() throws(StoreError) -> [StoredCalendar] {
    let statement = try Statement(
      "SELECT id, time_zone, filter, seed, first_date FROM calendars ORDER BY id", on: connection)
    var calendars: [StoredCalendar] = []
    while try statement.step() {
      guard let firstDate = try? CivilDate(statement.text(4)) else {
        throw StoreError(
          .corrupt, path: connection.path,
          detail: "the first date of calendar \(statement.text(0)) is none")
      }
      calendars.append(
        StoredCalendar(
          id: statement.text(0), timeZone: statement.text(1), filter: statement.bytes(2),
          seed: UInt64(bitPattern: statement.integer(3)), firstDate: firstDate))
    }
    return calendars
  }
}

extension StoreTransaction {
  /// Declares a calendar, or changes it.
  package mutating func put(_ calendar: StoredCalendar) throws(StoreError) {
    let revision = try touch(.calendar, calendar.id)
    let statement = try Statement(
      """
      INSERT OR REPLACE INTO calendars (id, time_zone, filter, seed, first_date, revision)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      """, on: store.connection)
    statement.bind(1, calendar.id)
    statement.bind(2, calendar.timeZone)
    statement.bind(3, calendar.filter)
    statement.bind(4, Int64(bitPattern: calendar.seed))
    statement.bind(5, calendar.firstDate.description)
    statement.bind(6, Int64(revision))
    try statement.run()
  }
}
