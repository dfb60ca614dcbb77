// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteStore

/// What the writer has made of the store: all that a snapshot shows. It is derived, and a value: a
/// write changes a copy, which takes the place of the old state once the write is durable.
struct CatalogueState {
  /// The newest snapshot.
  private(set) var snapshot: CatalogueSnapshot

  private var rows: CatalogueRows
  private var calendars: CalendarKeeper
  private var tokens: TokenTable

  /// Reads all of a store that has its calendar.
  init(reading store: Store, at now: Timestamp) throws(StoreError) {
    let rows = try CatalogueRows(reading: store)
    var calendars = try CalendarKeeper(reading: store)
    calendars.layOut(over: rows, at: now)
    tokens = try TokenTable(reading: store)
    snapshot = CatalogueSnapshot(
      revision: try store.revision(), rows: rows, calendar: calendars.calendar,
      schedule: calendars.schedule, tokens: tokens)
    self.rows = rows
    self.calendars = calendars
  }

  /// Takes in what a transaction has changed so far, and lets the calendars add what follows from
  /// it, before anything is committed.
  mutating func advance(in transaction: inout StoreTransaction) throws(StoreError) {
    let store = transaction.store
    let seen = snapshot.revision
    if try store.revision() > seen {
      let kinds = try store.kinds(changedSince: seen)
      if kinds.contains(.quote) {
        try rows.takeIn(store.quotes(changedSince: seen), at: store)
      }
      if kinds.contains(.token) { tokens = try TokenTable(reading: store) }
    }
    try calendars.advance(over: rows, in: &transaction)
    let revision = try store.revision()
    guard revision > seen else { return }
    snapshot = CatalogueSnapshot(
      revision: revision, rows: rows, calendar: calendars.calendar, schedule: calendars.schedule,
      tokens: tokens)
  }
}

extension CatalogueRows {
  /// Reads all living quotes of a store.
  fileprivate init(reading store: Store) throws(StoreError) {
    var encoder = QuoteEncoder()
    var builder = SegmentBuilder()
    var positionsByID: [(hash: UInt64, number: UInt32)] = []
    var damaged: Int64?
    try store.forEachQuote { stored in
      guard let change = encoder.encode(stored), let row = change.row else {
        damaged = stored.position
        return
      }
      positionsByID.append((change.id.high, change.position))
      builder.append(row)
    }
    if let damaged { throw .damagedQuote(damaged, in: store) }
    self.init(segments: builder.finish(), positionsByID: positionsByID, names: encoder)
  }

  /// Takes in quotes as they are now, in catalogue order.
  fileprivate mutating func takeIn(
    _ quotes: [StoredQuote], at store: Store
  ) throws(StoreError) {
    var encoder = QuoteEncoder(continuing: self)
    var changes: [Change] = []
    changes.reserveCapacity(quotes.count)
    for quote in quotes {
      guard let change = encoder.encode(quote) else {
        throw .damagedQuote(quote.position, in: store)
      }
      changes.append(change)
    }
    apply(changes, names: encoder)
  }
}

extension StoreError {
  /// The store holds a quote with an id or a place that can't be.
  fileprivate static func damagedQuote(_ position: Int64, in store: Store) -> Self {
    Self(.corrupt, path: store.path, detail: "quote number \(position) has no place or id")
  }
}
