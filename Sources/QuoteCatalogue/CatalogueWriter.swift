// SPDX-License-Identifier: Apache-2.0

internal import QuoteDigest
internal import QuoteModel
internal import QuoteStore
internal import QuoteWire
internal import RPCCore

/// The one who changes a catalogue: first the store, then the snapshot.
struct CatalogueWriter {
  /// Where it publishes.
  let snapshots: SnapshotSource
  /// Whether the store was new, so that the catalogue was founded.
  let isNew: Bool

  private let store: Store
  private let clock: @Sendable () -> Timestamp
  private var rows: CatalogueRows
  private var calendar: CalendarRules

  /// Opens the store, founds the catalogue where the store is new, and reads it into memory.
  init(
    path: String, founding: @Sendable () throws(CatalogueError) -> Founding,
    clock: @escaping @Sendable () -> Timestamp
  ) throws(CatalogueError) {
    do throws(StoreError) {
      store = try Store(
        path: path, migrations: Schema.migrations,
        busyTimeoutMilliseconds: Store.usualBusyTimeoutMilliseconds)
    } catch {
      throw .store(error)
    }
    isNew = try Self.calendar(in: store) == nil
    if isNew { try Self.found(store, by: founding(), at: clock()) }
    guard let calendar = try Self.calendar(in: store) else {
      preconditionFailure("The default calendar went as soon as it was written.")
    }
    rows = try Self.load(store)
    self.calendar = calendar
    self.clock = clock
    snapshots = SnapshotSource(
      try Self.snapshot(of: store, rows: rows, calendar: calendar, at: clock()))
  }

  /// Adds quotes in one transaction.
  mutating func add(_ quotes: [Quote]) throws(CatalogueError) -> [Admission] {
    var hash = SHA256()
    // Outside of the transaction, which is to be short.
    let drafts = quotes.map { quote in
      Result { () throws(QuoteProblem) in try QuoteDraft(quote, by: &hash) }
    }
    return try write { transaction throws(StoreError) in
      var admissions: [Admission] = []
      admissions.reserveCapacity(drafts.count)
      for draft in drafts {
        switch draft {
        case .success(let draft): admissions.append(try transaction.admit(draft))
        case .failure(let problem): admissions.append(.rejected(problem))
        }
      }
      return admissions
    }
  }

  /// Gives a quote new content.
  mutating func update(_ id: String, _ draft: QuoteDraft) throws(CatalogueError) -> Bool {
    var quote = draft.quote
    quote.id = id
    return try write { transaction throws(StoreError) in
      try transaction.update(quote, contentKey: draft.key.description, length: draft.length)
    }
  }

  /// Deletes quotes.
  mutating func delete(_ ids: [String]) throws(CatalogueError) -> Int {
    try write { transaction throws(StoreError) in
      var count = 0
      for id in ids where try transaction.delete(id: id) { count += 1 }
      return count
    }
  }

  /// Runs a transaction and publishes what it changed.
  private mutating func write<Result>(
    _ body: (inout StoreTransaction) throws(StoreError) -> Result
  ) throws(CatalogueError) -> Result {
    let now = clock()
    let result: Result
    let changed: [StoredQuote]
    do throws(StoreError) {
      let written = try store.write(at: now, body)
      guard written.revision != nil else { return written.result }
      result = written.result
      changed = try store.quotes(changedSince: snapshots.latest.revision)
    } catch {
      throw .store(error)
    }
    var encoder = QuoteEncoder(continuing: rows)
    var changes: [CatalogueRows.Change] = []
    changes.reserveCapacity(changed.count)
    for quote in changed { changes.append(try Self.encoded(quote, by: &encoder)) }
    rows.apply(changes, names: encoder)
    snapshots.publish(try Self.snapshot(of: store, rows: rows, calendar: calendar, at: now))
    return result
  }
}

extension StoreTransaction {
  /// Adds a draft if neither its id nor its content is there or was there.
  mutating func admit(_ draft: QuoteDraft) throws(StoreError) -> Admission {
    let key = draft.key.description
    switch try quote(withID: key, orContentKey: key) {
    case .living(let id): return .present(id: id)
    case .deleted(let id): return .deletedBefore(id: id)
    case nil:
      var quote = draft.quote
      quote.id = key
      try insert(quote, contentKey: key, length: draft.length)
      return .added(id: key)
    }
  }
}

extension CatalogueWriter {
  /// The default calendar, or nil where the store is new.
  private static func calendar(in store: Store) throws(CatalogueError) -> CalendarRules? {
    let calendars: [StoredCalendar]
    do throws(StoreError) {
      calendars = try store.calendars()
    } catch {
      throw .store(error)
    }
    guard let stored = calendars.first(where: { $0.id == CalendarRules.defaultID }) else {
      return nil
    }
    guard let filter = try? QuoteFilter(wire: stored.filter.span) else {
      throw .damagedCalendar(id: stored.id)
    }
    return CalendarRules(
      id: stored.id, timeZone: stored.timeZone, filter: filter, seed: stored.seed,
      firstDate: stored.firstDate)
  }

  /// Writes what a new store starts with, whole or not at all.
  private static func found(
    _ store: Store, by founding: Founding, at now: Timestamp
  ) throws(CatalogueError) {
    var hash = SHA256()
    var drafts: [QuoteDraft] = []
    for quote in founding.quotes {
      do throws(QuoteProblem) {
        drafts.append(try QuoteDraft(quote, by: &hash))
      } catch {
        throw .starterQuote(error, text: quote.text)
      }
    }
    var filter = QuoteFilter()
    filter.languages = ["en"]
    let calendar = StoredCalendar(
      id: CalendarRules.defaultID, timeZone: founding.timeZone, filter: filter.wire,
      seed: founding.seed, firstDate: firstDate(before: CivilDate(nearest: now)))
    do throws(StoreError) {
      _ = try store.write(at: now) { transaction throws(StoreError) in
        try transaction.put(calendar)
        for draft in drafts { _ = try transaction.admit(draft) }
      }
    } catch {
      throw .store(error)
    }
  }

  private static func firstDate(before today: CivilDate) -> CivilDate {
    today.adding(days: -CalendarLimits.daysBefore) ?? .first
  }

  /// Reads all quotes into memory.
  private static func load(_ store: Store) throws(CatalogueError) -> CatalogueRows {
    var encoder = QuoteEncoder()
    var builder = SegmentBuilder()
    var positionsByID: [(hash: UInt64, number: UInt32)] = []
    var problem: CatalogueError?
    do throws(StoreError) {
      try store.forEachQuote { stored in
        guard let change = encoder.encode(stored), let row = change.row else {
          problem = .damagedQuote(position: stored.position)
          return
        }
        positionsByID.append((change.id.high, change.position))
        builder.append(row)
      }
    } catch {
      throw .store(error)
    }
    if let problem { throw problem }
    return CatalogueRows(
      segments: builder.finish(), positionsByID: positionsByID, names: encoder)
  }

  private static func encoded(
    _ quote: StoredQuote, by encoder: inout QuoteEncoder
  ) throws(CatalogueError) -> CatalogueRows.Change {
    guard let change = encoder.encode(quote) else {
      throw .damagedQuote(position: quote.position)
    }
    return change
  }

  private static func snapshot(
    of store: Store, rows: CatalogueRows, calendar: CalendarRules, at now: Timestamp
  ) throws(CatalogueError) -> CatalogueSnapshot {
    let today = CivilDate(nearest: now)
    // Twice what callers may ask for: a server that nobody writes to need not lay days out anew.
    let days = max(today.days(since: calendar.firstDate), 0) + 2 * CalendarLimits.daysAhead
    let schedule = DailySchedule(rows: rows, calendar: calendar, dayCount: days)
    do throws(StoreError) {
      return CatalogueSnapshot(
        revision: try store.revision(), rows: rows, calendar: calendar, schedule: schedule)
    } catch {
      throw .store(error)
    }
  }
}

extension CivilDate {
  /// The date in UTC at a moment, within what dates there are.
  fileprivate init(nearest moment: Timestamp) {
    self = CivilDate(utc: moment) ?? (moment.seconds < 0 ? .first : .last)
  }
}
