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
  private var lastPurge: UInt64

  /// How it stands with fixing days.
  var calendarCondition: CalendarCondition { calendars.condition }

  /// Lets days be fixed through a date though the clock seems to be ahead of it.
  mutating func permitDays(through date: CivilDate) { calendars.permit(through: date) }

  /// Reads all of a store that has its calendar.
  init(reading store: Store, at now: Timestamp) throws(StoreError) {
    let rows = try CatalogueRows(reading: store)
    let calendars = try CalendarKeeper(reading: store, rows: rows, at: now)
    tokens = try TokenTable(reading: store)
    lastPurge = try store.lastPurge()
    snapshot = CatalogueSnapshot(
      revision: try store.revision(), rows: rows, calendars: calendars.calendars,
      keptQuotes: calendars.kept, tokens: tokens, lastPurge: lastPurge)
    self.rows = rows
    self.calendars = calendars
  }

  /// Fixes the days that are due, in a write of its own. Where the store can't be written, all stays
  /// as it was and the condition says so.
  mutating func tendCalendars(of store: Store, at now: Timestamp) {
    var next = self
    do throws(StoreError) {
      _ = try store.write(at: now) { transaction throws(StoreError) in
        try next.advance(in: &transaction)
      }
      self = next
    } catch {
      calendars.fail(error)
    }
  }

  /// Takes in what a transaction has changed so far, and lets the calendars add what follows from
  /// it, before anything is committed.
  mutating func advance(in transaction: inout StoreTransaction) throws(StoreError) {
    let store = transaction.store
    let seen = snapshot.revision
    var changes = CalendarChanges()
    if try store.revision() > seen {
      let kinds = try store.kinds(changedSince: seen)
      changes = try CalendarChanges(kinds, since: seen, in: store)
      if !changes.quotes.isEmpty { try rows.takeIn(changes.quotes, at: store) }
      if changes.quotes.contains(where: \.isPurged) { lastPurge = try store.lastPurge() }
      if kinds.contains(.token) { tokens = try TokenTable(reading: store) }
    }
    try calendars.advance(changes, over: rows, in: &transaction)
    let revision = try store.revision()
    guard revision > seen else { return }
    snapshot = CatalogueSnapshot(
      revision: revision, rows: rows, calendars: calendars.calendars, keptQuotes: calendars.kept,
      tokens: tokens, lastPurge: lastPurge)
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
