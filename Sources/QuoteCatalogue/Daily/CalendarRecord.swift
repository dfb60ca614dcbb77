// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteStore
internal import QuoteWire
internal import RPCCore

/// One calendar as the writer keeps it.
struct CalendarRecord: Sendable {
  private(set) var rules: CalendarRules
  private(set) var ledger: Ledger
  private(set) var pins: [PinDate: QuoteID] = [:]

  private var census = MemberCensus()
  private var forecast: Forecast?

  /// Begins a calendar without days.
  init(_ rules: CalendarRules) {
    self.rules = rules
    ledger = Ledger(calendar: rules.id, firstDate: rules.firstDate)
  }

  /// Reads a calendar, its days and its pins.
  init(_ stored: StoredCalendar, in store: Store) throws(StoreError) {
    self.init(try CalendarRules(stored, in: store))
    try readDays(in: store)
    try readPins(in: store)
  }

  /// Takes over what the store has of the calendar now; what its quotes are is counted anew.
  mutating func read(_ stored: StoredCalendar, in store: Store) throws(StoreError) {
    self = try Self(stored, in: store)
  }

  /// Reads the days that lie behind those that are known.
  mutating func readNewDays(in store: Store) throws(StoreError) {
    let first = ledger.firstDate.daysSinceEpoch
    for day in try store.days(of: rules.id, from: first + ledger.days.count) {
      guard day.day == first + ledger.days.count, let read = LedgerDay(day) else {
        throw StoreError(
          .corrupt, path: store.path,
          detail: "the days of calendar \(rules.id) have a gap, or one that can't be, at "
            + "\(ledger.date(at: ledger.days.count))")
      }
      ledger.append(read)
    }
  }

  /// Reads all days anew.
  mutating func readDays(in store: Store) throws(StoreError) {
    ledger = Ledger(calendar: rules.id, firstDate: rules.firstDate)
    try readNewDays(in: store)
  }

  /// Reads all pins anew.
  mutating func readPins(in store: Store) throws(StoreError) {
    pins = [:]
    for pin in try store.pins(of: rules.id) {
      guard let date = try? PinDate(pin.date), let id = QuoteID(pin.quoteID) else {
        throw StoreError(
          .corrupt, path: store.path,
          detail: "calendar \(rules.id) has a pin that can't be: \(pin.date)")
      }
      pins[date] = id
    }
  }

  /// The quotes that the calendar has.
  var quoteCount: Int { census.count }

  /// Counts the quotes that the calendar has.
  mutating func count(_ quotes: CalendarQuotes) {
    census.update(quotes.rows, rules.matcher(in: quotes.rows))
  }

  /// Fixes the days through a date, as far as there are quotes; returns them.
  mutating func deal(through date: CivilDate, _ quotes: CalendarQuotes) -> [StoredDay] {
    guard quoteCount > 0, let next = ledger.nextDate, next <= date else { return [] }
    var generator = quotes.generator(rules, after: ledger, pins: pins)
    let firstNew = ledger.days.count
    while let next = ledger.nextDate, next <= date, let pick = generator.next() {
      guard let id = quotes.rows.id(at: pick.position) else {
        preconditionFailure("A calendar picked a quote that is not in its catalogue.")
      }
      ledger.fix(
        id, reason: pick.isPinned ? .pinned : .scheduled, cycle: pick.cycle,
        cyclePosition: pick.cyclePosition)
    }
    return ledger.stored(firstNew..<ledger.days.count)
  }

  /// Begins with the days of another calendar that has the same rules; returns them.
  mutating func copyDays(of other: Ledger) -> [StoredDay] {
    for day in other.days {
      ledger.fix(
        day.quoteID, reason: day.reason, cycle: day.cycle, cyclePosition: day.cyclePosition)
    }
    return ledger.stored(0..<ledger.days.count)
  }

  /// The calendar as snapshots show it. What is foretold is kept while nothing changes that it
  /// depends on.
  mutating func published(_ quotes: CalendarQuotes) -> DailyCalendar {
    let last = ledger.days.last
    let basis = Forecast.Basis(
      fixedCount: ledger.days.count, chain: last?.chain ?? [],
      lastCreator: last.flatMap { quotes.member($0.quoteID) }?.creator ?? 0,
      fingerprint: census.fingerprint, pins: quotes.pinnedDays(pins), seed: rules.seed)
    let kept = forecast.flatMap { $0.basis == basis ? $0 : nil } ?? Forecast(basis)
    forecast = kept
    return DailyCalendar(
      rules: rules, ledger: ledger, pins: pins, quoteCount: quoteCount, forecast: kept)
  }
}

extension CalendarRules {
  /// Reads the rules of a calendar.
  init(_ stored: StoredCalendar, in store: Store) throws(StoreError) {
    guard let filter = try? QuoteFilter(wire: stored.filter.span) else {
      throw StoreError(
        .corrupt, path: store.path, detail: "the filter of calendar \(stored.id) can't be read")
    }
    self.init(
      id: stored.id, timeZone: stored.timeZone, filter: filter, seed: stored.seed,
      firstDate: stored.firstDate)
  }

  /// The rules as the store keeps them.
  var stored: StoredCalendar {
    StoredCalendar(
      id: id, timeZone: timeZone, filter: filter.wire, seed: seed, firstDate: firstDate)
  }
}

extension LedgerDay {
  /// Reads a day; nil where it has an id or a number that can't be.
  init?(_ stored: StoredDay) {
    guard let id = QuoteID(stored.quoteID), let cycle = UInt32(exactly: stored.cycle),
      let cyclePosition = UInt32(exactly: stored.cyclePosition)
    else { return nil }
    self.init(
      quoteID: id, reason: DailyReason(rawValue: stored.reason), cycle: cycle,
      cyclePosition: cyclePosition, chain: stored.chain)
  }
}

extension Ledger {
  /// Days as the store keeps them, by their places.
  func stored(_ places: Range<Int>) -> [StoredDay] {
    places.map { index in
      let day = days[index]
      return StoredDay(
        calendar: calendar, day: firstDate.daysSinceEpoch + index,
        quoteID: day.quoteID.description, reason: day.reason.rawValue, cycle: Int(day.cycle),
        cyclePosition: Int(day.cyclePosition), chain: day.chain)
    }
  }
}
