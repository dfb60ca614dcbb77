// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteStore

/// What the writer knows of the calendars, and what it does for them in each write. It is a value,
/// as all of the writer's state: a write changes a copy.
struct CalendarKeeper: Sendable {
  /// How it stands with fixing days.
  private(set) var condition: CalendarCondition
  /// The quotes that were deleted and have days.
  private(set) var kept: [QuoteID: KeptQuote] = [:]
  /// The calendars as snapshots show them.
  private(set) var calendars = DailyCalendars([])

  private var records: [String: CalendarRecord] = [:]
  /// Through which date an administrator lets days be fixed though the clock seems to be ahead.
  private var permitted = CivilDate.first

  /// Reads the calendars of a store that was founded. Nothing is fixed by it.
  init(reading store: Store, rows: CatalogueRows, at now: Timestamp) throws(StoreError) {
    condition = .current(through: .first)
    for stored in try store.calendars() {
      records[stored.id] = try CalendarRecord(stored, in: store)
    }
    guard records[CalendarRules.defaultID] != nil else {
      throw StoreError(
        .corrupt, path: store.path, detail: "there is no calendar \(CalendarRules.defaultID)")
    }
    keep(try store.deletedQuotesWithDays())
    let quotes = CalendarQuotes(rows: rows, kept: kept)
    for id in records.keys { records[id]?.count(quotes) }
    condition = due(at: now).condition
    publish(quotes)
  }

  /// Lets days be fixed through a date though the clock seems to be ahead of it.
  mutating func permit(through date: CivilDate) { permitted = max(permitted, date) }

  /// Takes note that the store can't be written.
  mutating func fail(_ error: StoreError) { condition = .failed(error) }

  /// The calendars' part in a write: it sees what the transaction changes, and what it writes is
  /// committed and published together with it.
  ///
  /// - Parameters:
  ///   - changes: What writes changed since the last time.
  ///   - rows: The quotes as the transaction leaves them.
  mutating func advance(
    _ changes: CalendarChanges, over rows: CatalogueRows,
    in transaction: inout StoreTransaction
  ) throws(StoreError) {
    let store = transaction.store
    try read(changes, in: store)
    keep(changes.quotes)
    let quotes = CalendarQuotes(rows: rows, kept: kept)
    if !changes.quotes.isEmpty || !changes.calendars.isEmpty {
      for id in records.keys { records[id]?.count(quotes) }
    }
    let due = due(at: transaction.time)
    condition = due.condition
    if let through = due.through { try fix(through: through, quotes, in: &transaction) }
    publish(quotes)
  }

  /// Writes what is due: calendars of languages that have become large enough, and days. A failure
  /// leaves the write in which it happens as it is, if the store lets it.
  private mutating func fix(
    through date: CivilDate, _ quotes: CalendarQuotes, in transaction: inout StoreTransaction
  ) throws(StoreError) {
    let languages = languagesWithoutCalendar(quotes.rows)
    let isBehind = records.values.contains { record in
      record.quoteCount > 0 && record.ledger.nextDate.map { $0 <= date } ?? false
    }
    guard isBehind || !languages.isEmpty else { return }
    var next = self
    do throws(StoreError) {
      let attempt: Result<Void, Never> = try transaction.attempt { transaction throws(StoreError) in
        for language in languages { try next.declare(language, quotes, in: &transaction) }
        for id in next.records.keys.sorted() {
          try next.fixDays(of: id, through: date, quotes, in: &transaction)
        }
        return .success(())
      }
      attempt.get()
      self = next
    } catch {
      guard transaction.isAlive else { throw error }
      condition = .failed(error)
    }
  }

  private mutating func fixDays(
    of id: String, through date: CivilDate, _ quotes: CalendarQuotes,
    in transaction: inout StoreTransaction
  ) throws(StoreError) {
    guard var record = records[id] else { return }
    // Another server of the same store may have been faster.
    try record.readNewDays(in: transaction.store)
    try transaction.fixAsDealt(record.deal(through: date, quotes))
    records[id] = record
  }

  private mutating func declare(
    _ language: String, _ quotes: CalendarQuotes, in transaction: inout StoreTransaction
  ) throws(StoreError) {
    guard let original = records[CalendarRules.defaultID] else { return }
    let today = CivilDate(nearest: transaction.time)
    let rules = CalendarRules(language: language, beside: original.rules, madeOn: today)
    try transaction.put(rules.stored)
    var record = CalendarRecord(rules)
    record.count(quotes)
    if rules.isTwin(of: original.rules) {
      try transaction.fixAsDealt(record.copyDays(of: original.ledger))
    }
    records[language] = record
  }

  private func languagesWithoutCalendar(_ rows: CatalogueRows) -> [String] {
    let large = rows.primaryLanguageCounts.filter { $0.value >= CalendarLimits.languageQuotes }
    let room = max(0, CalendarLimits.mostCalendars - records.count)
    return Array(large.keys.filter { records[$0] == nil }.sorted().prefix(room))
  }

  private mutating func publish(_ quotes: CalendarQuotes) {
    var published: [DailyCalendar] = []
    for id in records.keys.sorted() {
      if let calendar = records[id]?.published(quotes) { published.append(calendar) }
    }
    calendars = DailyCalendars(published)
  }
}

extension CalendarKeeper {
  /// Takes over what was written to the store beside the days that are fixed here.
  private mutating func read(_ changes: CalendarChanges, in store: Store) throws(StoreError) {
    if !changes.calendars.isEmpty {
      for stored in try store.calendars() where changes.calendars.contains(stored.id) {
        records[stored.id] = try CalendarRecord(stored, in: store)
      }
    }
    for id in changes.days { try records[id]?.readDays(in: store) }
    for id in changes.pins { try records[id]?.readPins(in: store) }
  }

  /// Keeps the quotes that are gone and have days, and lets go of those that came back or were
  /// withdrawn.
  private mutating func keep(_ quotes: [StoredQuote]) {
    for stored in quotes {
      guard let id = QuoteID(stored.quote.id) else { continue }
      guard let quote = KeptQuote(stored) else {
        kept[id] = nil
        continue
      }
      let hasDays = records.values.contains { record in
        record.ledger.days.contains { $0.quoteID == id }
      }
      if hasDays { kept[id] = quote }
    }
  }

  /// Through which date days are to be fixed at a moment, nil for none, and what is to be said of it.
  private func due(at now: Timestamp) -> (through: CivilDate?, condition: CalendarCondition) {
    CalendarClock(
      ledgers: records.values.map(\.ledger), permitted: permitted
    ).due(at: now)
  }
}
