// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteTesting
internal import Testing

@Suite("A calendar's fixed days")
struct CalendarTests {
  @Test("reach through tomorrow's date where the day comes first, at every start and tick")
  func horizon() async throws {
    var almanac = try Almanac(Workshop.quotes(0..<40))
    #expect(try almanac.calendar().ledger.firstDate.description == "2025-02-14")
    #expect(try almanac.calendar().ledger.lastDate?.description == "2026-02-16")
    almanac.clock.advance(days: 1)
    let condition = await almanac.catalogue.tendCalendars()
    #expect(condition == .current(through: try CivilDate("2026-02-17")))
    #expect(try almanac.calendar().ledger.lastDate?.description == "2026-02-17")
    try await almanac.restart(afterDays: 1)
    #expect(try almanac.calendar().ledger.lastDate?.description == "2026-02-18")
    try almanac.expectChained()
  }

  @Test("are fixed by any write, too")
  func write() async throws {
    let almanac = try Almanac(Workshop.quotes(0..<40))
    almanac.clock.advance(days: 3)
    try await almanac.catalogue.add([Workshop.quote(99)])
    #expect(try almanac.calendar().ledger.lastDate?.description == "2026-02-19")
  }

  @Test("are not touched by a tick that finds nothing due")
  func idle() async throws {
    let almanac = try Almanac(Workshop.quotes(0..<40))
    let revision = almanac.catalogue.snapshots.latest.revision
    _ = await almanac.catalogue.tendCalendars()
    #expect(almanac.catalogue.snapshots.latest.revision == revision)
  }

  @Test("never change, while the catalogue changes every day, over restarts")
  func never() async throws {
    var almanac = try Almanac(Workshop.quotes(0..<61))
    var chance = RepeatableRandom(seed: 4)
    var ids = try almanac.catalogue.snapshots.latest.allQuotes().map(\.id)
    for day in 0..<60 {
      let before = try almanac.calendar().ledger.days
      let victim = ids.remove(at: Int.random(in: ids.indices, using: &chance))
      let edited = ids.randomElement(using: &chance) ?? ""
      try await almanac.catalogue.add([Workshop.quote(1_000 + day)])
      _ = try await almanac.catalogue.deleteQuote(id: victim, etag: "", by: .local)
      var content = Quote()
      content.id = edited
      content.creator = "Someone \(day)"
      var mask = FieldMask()
      mask.paths = ["creator"]
      _ = try await almanac.catalogue.updateQuote(content, mask: mask, by: .local)
      if day % 7 == 0 {
        let far = try #require(try almanac.calendar().ledger.lastDate?.adding(days: 5))
        try await almanac.pin(edited, on: far.description)
      }
      if day % 20 == 19 { try await almanac.restart() }
      almanac.clock.advance(days: 1)
      _ = await almanac.catalogue.tendCalendars()
      let after = try almanac.calendar().ledger.days
      #expect(after.count == before.count + 1)
      #expect(Array(after.prefix(before.count)) == before)
      // Each of them still renders.
      let date = almanac.calendarDate(Int.random(in: 0..<before.count, using: &chance))
      #expect(try almanac.quote(on: date).0.text.hasPrefix("Text number"))
    }
    try almanac.expectChained()
  }

  @Test("after three months of downtime are fixed in order, as they were expected")
  func downtime() async throws {
    var almanac = try Almanac(Workshop.quotes(0..<100))
    let last = try #require(try almanac.calendar().ledger.lastDate)
    let expected = try (1...90).map { try almanac.quote(on: #require(last.adding(days: $0))).0.id }
    try await almanac.restart(afterDays: 90)
    #expect(try almanac.calendar().ledger.lastDate == last.adding(days: 90))
    let fixed = try (1...90).map { try almanac.quote(on: #require(last.adding(days: $0))) }
    #expect(fixed.map(\.0.id) == expected)
    #expect(fixed.allSatisfy { $0.1.certainty == .fixed })
    try almanac.expectChained()
  }

  @Test("show the corrections of a text, and a deleted quote still")
  func corrections() async throws {
    var almanac = try Almanac(Workshop.quotes(0..<40))
    let (quote, choice) = try almanac.quote(on: "2026-02-14")
    var corrected = quote
    corrected.text = "Corrected."
    var mask = FieldMask()
    mask.paths = ["text"]
    _ = try await almanac.catalogue.updateQuote(corrected, mask: mask, by: .local)
    #expect(try almanac.quote(on: "2026-02-14").0.text == "Corrected.")
    _ = try await almanac.catalogue.deleteQuote(id: quote.id, etag: "", by: .local)
    for _ in 0..<2 {
      let (kept, keptChoice) = try almanac.quote(on: "2026-02-14")
      #expect(kept.id == quote.id)
      #expect(kept.text == "Corrected.")
      #expect(keptChoice.chain == choice.chain)
      #expect(keptChoice.reason == .scheduled)
      #expect(almanac.catalogue.snapshots.latest.row(id: quote.id) == nil)
      try await almanac.restart()
    }
  }

  @Test("say that a purged quote was withdrawn, with a chain that is new from there on")
  func withdrawn() async throws {
    var almanac = try Almanac(Workshop.quotes(0..<40))
    let (quote, _) = try almanac.quote(on: "2026-02-10")
    let before = try almanac.calendar().ledger
    _ = try await almanac.catalogue.purgeQuote(id: quote.id, reason: "a court", by: .local)
    for _ in 0..<2 {
      let (erased, choice) = try almanac.quote(on: "2026-02-10")
      #expect(
        erased
          == {
            var only = Quote(); only.id = quote.id; return only
          }())
      #expect(choice.reason == .withdrawn)
      #expect(choice.certainty == .fixed)
      let after = try almanac.calendar().ledger
      let first = try #require(after.days.firstIndex { $0.reason == .withdrawn })
      #expect(after.days.prefix(first) == before.days.prefix(first))
      #expect(zip(after.days, before.days).dropFirst(first).allSatisfy { $0.chain != $1.chain })
      #expect(after.days.map(\.quoteID) == before.days.map(\.quoteID))
      try almanac.expectChained()
      // The twin calendar of the language has the same quotes, and says the same.
      #expect(try almanac.quote(on: "2026-02-10", in: "en").1.reason == .withdrawn)
      try await almanac.restart()
    }
  }

  @Test("go on to the last date there is, and begin with the first")
  func ends() async throws {
    let end = try Almanac(
      Workshop.quotes(0..<40), clock: MovingClock(Timestamp(seconds: 253_402_214_400)))
    #expect(try end.calendar().ledger.lastDate == .last)
    #expect(try end.quote(on: CivilDate.last).1.certainty == .fixed)
    _ = await end.catalogue.tendCalendars()
    let start = try Almanac(
      Workshop.quotes(0..<40), clock: MovingClock(Timestamp(seconds: -62_135_596_800)))
    #expect(try start.calendar().ledger.firstDate == .first)
    #expect(try start.quote(on: CivilDate.first).1.certainty == .fixed)
  }

  @Test("are made up for in a store of the first schema, whose calendars have none")
  func oldStore() async throws {
    let workshop = try Workshop()
    let clock = MovingClock(Workshop.noon)
    try await workshop.visit(founding: Workshop.quotes(0..<40), clock: clock) { _ in }
    let result = try await Program(path: "/usr/bin/env").run([
      "python3", "-c",
      "import sqlite3, sys; d = sqlite3.connect(sys.argv[1]); "
        + "d.execute('DELETE FROM days'); d.execute(\"DELETE FROM calendars WHERE id <> 'default'\"); "
        + "d.commit()", workshop.directory + "/catalogue.sqlite",
    ])
    #expect(result.status == 0, "\(result.error)")
    clock.advance(days: 60)
    let snapshot = try workshop.open(clock: clock).snapshots.latest
    #expect(snapshot.calendars.all.map(\.rules.id) == ["default", "en"])
    for calendar in snapshot.calendars.all {
      #expect(calendar.ledger.firstDate.description == "2025-02-14")
      #expect(calendar.ledger.lastDate?.description == "2026-04-17")
    }
  }
}

extension Almanac {
  /// The date of a fixed day of the default calendar, by its place.
  func calendarDate(_ index: Int) -> CivilDate {
    catalogue.snapshots.latest.calendars[""]?.ledger.date(at: index) ?? .first
  }
}
