// SPDX-License-Identifier: Apache-2.0

/// A day of a calendar whose quote is fixed, as the store has it.
package struct StoredDay: Sendable, Hashable {
  /// The calendar's id.
  package let calendar: String
  /// Days since 1970-01-01.
  package let day: Int
  /// The quote's id.
  package let quoteID: String
  /// How it came by the quote, as `DailyReason` numbers it.
  package let reason: Int32
  /// The cycle that it belongs to; what it means is not the store's business.
  package let cycle: Int
  /// Its place in that cycle.
  package let cyclePosition: Int
  /// The hash over all days up to this one.
  package let chain: [UInt8]

  /// Declares a day.
  package init(
    calendar: String, day: Int, quoteID: String, reason: Int32, cycle: Int, cyclePosition: Int,
    chain: [UInt8]
  ) {
    self.calendar = calendar
    self.day = day
    self.quoteID = quoteID
    self.reason = reason
    self.cycle = cycle
    self.cyclePosition = cyclePosition
    self.chain = chain
  }
}

extension Store {
  /// The fixed days of a calendar from one on, in order.
  package func days(
    of calendar: String, from first: Int
  ) throws(StoreError) -> [StoredDay] {
    let statement = try Statement(
      "SELECT \(Statement.dayColumns) FROM days WHERE calendar = ?1 AND day >= ?2 ORDER BY day",
      on: connection)
    statement.bind(1, calendar)
    statement.bind(2, Int64(first))
    return try statement.days()
  }

  /// A day of a calendar, or nil where it isn't fixed.
  package func day(_ day: Int, of calendar: String) throws(StoreError) -> StoredDay? {
    let statement = try Statement(
      "SELECT \(Statement.dayColumns) FROM days WHERE calendar = ?1 AND day = ?2", on: connection)
    statement.bind(1, calendar)
    statement.bind(2, Int64(day))
    return try statement.days().first
  }

  /// The last fixed day of a calendar, or nil where it has none.
  package func lastDay(of calendar: String) throws(StoreError) -> StoredDay? {
    let statement = try Statement(
      "SELECT \(Statement.dayColumns) FROM days WHERE calendar = ?1 ORDER BY day DESC LIMIT 1",
      on: connection)
    statement.bind(1, calendar)
    return try statement.days().first
  }

  /// The quotes that were deleted, not purged, and have fixed days, in catalogue order.
  package func deletedQuotesWithDays() throws(StoreError) -> [StoredQuote] {
    let statement = try Statement(
      """
      SELECT \(Statement.quoteColumns) FROM quotes
      WHERE id IN (SELECT quote_id FROM days) AND deleted_revision <> 0 AND purged = 0
      ORDER BY position
      """, on: connection)
    return try statement.quotes()
  }

  /// The days that are fixed to a quote, by calendar and day.
  package func days(withQuote id: String) throws(StoreError) -> [StoredDay] {
    let statement = try Statement(
      "SELECT \(Statement.dayColumns) FROM days WHERE quote_id = ?1 ORDER BY calendar, day",
      on: connection)
    statement.bind(1, id)
    return try statement.days()
  }
}

extension StoreTransaction {
  /// Fixes days that follow each other, where they aren't fixed, and reads them back: another server
  /// of the same store may have been faster, and its days stay. Returns the days as they are.
  package mutating func fix(_ days: [StoredDay]) throws(StoreError) -> [StoredDay] {
    guard let first = days.first else { return [] }
    try write(
      days,
      """
      INSERT OR IGNORE INTO days
        (calendar, day, quote_id, reason, cycle, cycle_position, chain, revision)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      """)
    return try store.days(of: first.calendar, from: first.day)
  }

  /// Changes days that are fixed already; days of one calendar that follow each other are best.
  package mutating func replace(_ days: [StoredDay]) throws(StoreError) {
    // What a row keeps costs nothing: for most only the chain is another, and no index has it.
    try write(
      days,
      """
      UPDATE days SET quote_id = ?3, reason = ?4, cycle = ?5, cycle_position = ?6, chain = ?7,
        revision = ?8
      WHERE calendar = ?1 AND day = ?2
      """)
  }

  private mutating func write(_ days: [StoredDay], _ sql: String) throws(StoreError) {
    let statement = try Statement(sql, on: store.connection)
    var noted: (calendar: String, revision: UInt64)?
    for day in days {
      // One note for a calendar: whoever follows reads its days anew.
      if noted?.calendar != day.calendar {
        noted = (day.calendar, try touch(.day, day.calendar))
      }
      let revision = noted?.revision ?? 0
      statement.bind(1, day.calendar)
      statement.bind(2, Int64(day.day))
      statement.bind(3, day.quoteID)
      statement.bind(4, Int64(day.reason))
      statement.bind(5, Int64(day.cycle))
      statement.bind(6, Int64(day.cyclePosition))
      statement.bind(7, day.chain)
      statement.bind(8, Int64(revision))
      try statement.run()
    }
  }
}

extension Statement {
  fileprivate static let dayColumns =
    "calendar, day, quote_id, reason, cycle, cycle_position, chain"

  /// All rows, which have `dayColumns`.
  fileprivate func days() throws(StoreError) -> [StoredDay] {
    var days: [StoredDay] = []
    while try step() {
      days.append(
        StoredDay(
          calendar: text(0), day: Int(integer(1)), quoteID: text(2),
          reason: Int32(truncatingIfNeeded: integer(3)), cycle: Int(integer(4)),
          cyclePosition: Int(integer(5)), chain: bytes(6)))
    }
    return days
  }
}
