// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteDigest
internal import QuoteModel
internal import Testing

/// A catalogue whose calendars a test looks at as time goes on.
struct Almanac {
  let workshop: Workshop
  let clock: MovingClock
  /// Nil while the server is down.
  private var opened: Catalogue?

  /// Founds a catalogue of numbered quotes, at `Workshop.noon` where no clock is given.
  init(_ quotes: [Quote], clock: MovingClock = MovingClock(Workshop.noon)) throws {
    workshop = try Workshop()
    self.clock = clock
    opened = try workshop.open(founding: quotes, clock: clock)
  }

  var catalogue: Catalogue {
    guard let opened else { preconditionFailure("The server is down.") }
    return opened
  }

  /// Ends the server, waits for so many days, and starts it again.
  mutating func restart(afterDays days: Int = 0) async throws {
    await opened?.close()
    opened = nil
    clock.advance(days: days)
    opened = try workshop.open(clock: clock)
  }

  func calendar(_ id: String = "default") throws -> DailyCalendar {
    try catalogue.snapshots.latest.calendar(id)
  }

  /// What a date shows.
  func quote(on date: CivilDate, in id: String = "default") throws -> (Quote, DailyChoice) {
    let snapshot = catalogue.snapshots.latest
    let today = try #require(CivilDate(utc: clock.now))
    let choice = try snapshot.daily(on: date, today: today, in: snapshot.calendar(id))
    return (snapshot.quote(of: choice), choice)
  }

  func quote(on date: String, in id: String = "default") throws -> (Quote, DailyChoice) {
    try quote(on: CivilDate(date), in: id)
  }

  /// Pins a quote of the default calendar.
  func pin(_ id: String, on date: String, force: Bool = false) async throws {
    var pin = Pin()
    pin.date = date
    pin.quoteID = id
    _ = try await catalogue.pinDailyQuote(pin, force: force, by: .local)
  }

  /// Checks that every chain follows from the one before and the day.
  func expectChained(_ id: String = "default") throws {
    let ledger = try calendar(id).ledger
    var chain = DayChain()
    for (index, day) in ledger.days.enumerated() {
      let value = chain.add(
        calendar: id, date: ledger.date(at: index).description,
        quoteID: day.quoteID.description, reason: day.reason)
      #expect(day.chain == value, "\(ledger.date(at: index))")
    }
  }
}
