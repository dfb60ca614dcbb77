// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import Testing

@Suite("Calendars and pins")
struct CalendarEditTests {
  private func german(_ numbers: Range<Int>) -> [Quote] {
    numbers.map { number in
      var quote = Workshop.quote(number)
      quote.text = "Spruch Nummer \(number)."
      quote.language = number % 2 == 0 ? "de" : "de-AT"
      return quote
    }
  }

  @Test("each language with 30 quotes has a calendar, from the write on that brings the thirtieth")
  func languages() async throws {
    var almanac = try Almanac(Workshop.quotes(0..<40) + german(0..<29))
    #expect(almanac.catalogue.snapshots.latest.calendars.all.map(\.rules.id) == ["default", "en"])
    almanac.clock.advance(days: 5)
    try await almanac.catalogue.add(german(29..<30))
    for _ in 0..<2 {
      let ids = almanac.catalogue.snapshots.latest.calendars.all.map(\.rules.id)
      #expect(ids == ["default", "de", "en"])
      let calendar = try almanac.calendar("de")
      #expect(calendar.ledger.firstDate.description == "2025-02-19")
      #expect(calendar.ledger.lastDate?.description == "2026-02-21")
      #expect(calendar.rules.timeZone == "Europe/Berlin")
      #expect(try almanac.quote(on: "2026-02-19", in: "de").0.text.hasPrefix("Spruch"))
      try almanac.expectChained("de")
      try await almanac.restart()
    }
  }

  @Test("no language is made of quotes that are mature or in none")
  func noLanguages() throws {
    var quotes: [Quote] = []
    for (offset, language) in ["fr", "und", "zxx", "x-ours", ""].enumerated() {
      for number in 0..<35 {
        var quote = Workshop.quote(offset * 100 + number)
        quote.language = language
        quote.rating = language == "fr" ? .mature : .general
        quotes.append(quote)
      }
    }
    let almanac = try Almanac(quotes)
    #expect(almanac.catalogue.snapshots.latest.calendars.all.map(\.rules.id) == ["default"])
  }

  @Test("the calendar of the default's own language agrees with it on every date")
  func twin() async throws {
    let almanac = try Almanac(Workshop.quotes(0..<29))
    almanac.clock.advance(days: 20)
    _ = await almanac.catalogue.tendCalendars()
    try await almanac.catalogue.add(Workshop.quotes(29..<45))
    almanac.clock.advance(days: 20)
    _ = await almanac.catalogue.tendCalendars()
    let (usual, english) = (try almanac.calendar(), try almanac.calendar("en"))
    #expect(usual.ledger.firstDate == english.ledger.firstDate)
    #expect(usual.ledger.days.map(\.quoteID) == english.ledger.days.map(\.quoteID))
    #expect(usual.ledger.days.map(\.chain) != english.ledger.days.map(\.chain))
    try almanac.expectChained("en")
    let last = try #require(usual.ledger.lastDate)
    for days in [1, 100, 390] {
      let date = try #require(last.adding(days: days))
      #expect(try almanac.quote(on: date).0 == almanac.quote(on: date, in: "en").0)
    }
  }

  @Test("an unknown calendar is refused with the list of those that are there")
  func unknown() throws {
    let almanac = try Almanac(Workshop.quotes(0..<40))
    #expect(throws: DailyProblem.unknownCalendar(id: "tlh", known: ["default", "en"])) {
      try almanac.calendar("tlh")
    }
  }

  @Test("begin long ago only as long as all of them have 100,000 days until today")
  func daysInAll() async throws {
    let almanac = try Almanac(Workshop.quotes(0..<10))
    var calendar = QuoteCalendar()
    // None of these quotes, so that no day need be fixed for this.
    calendar.filter = QuoteFilter()
    calendar.filter?.languages = ["fr"]
    let first = try CivilDate("1926-03-01")
    for id in ["a", "b"] {
      calendar.id = id
      calendar.firstDate = first.description
      _ = try await almanac.catalogue.putCalendar(calendar, by: .local)
    }
    calendar.id = "c"
    let problem = await #expect(throws: EditProblem.self) {
      try await almanac.catalogue.putCalendar(calendar, by: .local)
    }
    guard case .tooManyDays(first, let earliest) = problem else {
      return #expect(problem?.reason == "TOO_MANY_DAYS")
    }
    #expect(problem?.kind == .notPossible && problem?.field == "calendar.first_date")
    #expect(problem?.description.contains("\(earliest) or later") == true)
    calendar.firstDate = try #require(earliest.adding(days: -1)).description
    await #expect(throws: EditProblem.self) {
      try await almanac.catalogue.putCalendar(calendar, by: .local)
    }
    calendar.firstDate = earliest.description
    _ = try await almanac.catalogue.putCalendar(calendar, by: .local)
    // As early as any calendar that is declared without a date.
    calendar.id = "d"
    calendar.firstDate = ""
    let usual = try await almanac.catalogue.putCalendar(calendar, by: .local)
    #expect(usual.calendar?.firstDate == "2025-02-14")
  }

  @Test("editors declare calendars of their own, and change what they draw from")
  func declared() async throws {
    var almanac = try Almanac(Workshop.quotes(0..<40))
    var calendar = QuoteCalendar()
    calendar.id = "tag-3"
    calendar.firstDate = "2026-02-01"
    var filter = QuoteFilter()
    filter.tagsAll = ["tag3"]
    calendar.filter = filter
    let put = try await almanac.catalogue.putCalendar(calendar, by: .local)
    #expect(put.calendar?.timeZone == "Europe/Berlin")
    #expect(try almanac.calendar("tag-3").ledger.days.count == 16)
    #expect(try almanac.quote(on: "2026-02-10", in: "tag-3").0.tags.contains("tag3"))
    let before = try almanac.calendar("tag-3").ledger
    calendar.filter?.tagsAll = ["tag4"]
    calendar.firstDate = ""
    calendar.timeZone = "Asia/Tokyo"
    let changed = try await almanac.catalogue.putCalendar(calendar, by: .local)
    #expect(changed.calendar?.firstDate == "2026-02-01")
    #expect(changed.calendar?.fixedThrough == "2026-02-16")
    #expect(try almanac.calendar("tag-3").ledger == before)
    #expect(try almanac.quote(on: "2026-03-10", in: "tag-3").0.tags.contains("tag4"))
    calendar.firstDate = "2026-01-01"
    await #expect(
      throws: EditProblem.firstDateFixed(id: "tag-3", first: try CivilDate("2026-02-01"))
    ) { try await almanac.catalogue.putCalendar(calendar, by: .local) }
    try await almanac.restart()
    #expect(try almanac.calendar("tag-3").rules.timeZone == "Asia/Tokyo")
  }

  @Test(
    "a calendar with a name, a date or a filter that can't be is refused",
    arguments: [
      ("", "", Int32(0), "calendar.id"), ("1st", "", 0, "calendar.id"),
      ("Big", "", 0, "calendar.id"), ("a_b", "", 0, "calendar.id"),
      (String(repeating: "a", count: 65), "", 0, "calendar.id"),
      ("fine", "2026-02-30", 0, "calendar.first_date"),
      ("fine", "1900-01-01", 0, "calendar.first_date"),
      ("fine", "2030-01-01", 0, "calendar.first_date"),
      ("fine", "", -1, "calendar.filter.min_length"),
    ])
  func refusedCalendar(id: String, firstDate: String, length: Int32, field: String) async throws {
    let almanac = try Almanac(Workshop.quotes(0..<3))
    var calendar = QuoteCalendar()
    calendar.id = id
    calendar.firstDate = firstDate
    var filter = QuoteFilter()
    filter.minLength = length
    calendar.filter = filter
    let problem = await #expect(throws: EditProblem.self) {
      try await almanac.catalogue.putCalendar(calendar, by: .local)
    }
    #expect(problem?.field == field)
    #expect(problem?.kind == .invalid)
  }

  @Test("a pin wins over the generator, and its quote is not shown shortly before")
  func pinned() async throws {
    var almanac = try Almanac(Workshop.quotes(0..<40))
    let id = try almanac.quote(on: "2026-02-20").0.id
    try await almanac.pin(id, on: "2026-03-01")
    #expect(try almanac.quote(on: "2026-03-01").0.id == id)
    #expect(try almanac.quote(on: "2026-03-01").1.reason == .pinned)
    #expect(try almanac.quote(on: "2026-03-01").1.cyclePosition == 0)
    #expect(try almanac.quote(on: "2026-02-20").0.id != id)
    try await almanac.restart(afterDays: 15)
    #expect(try almanac.quote(on: "2026-03-01").0.id == id)
    #expect(try almanac.quote(on: "2026-03-01").1.certainty == .fixed)
    #expect(try almanac.calendar().ledger[CivilDate("2026-03-01")]?.reason == .pinned)
  }

  @Test("a pin holds while its quote is there, and can be given back")
  func unpinned() async throws {
    let almanac = try Almanac(Workshop.quotes(0..<40))
    let usual = try almanac.quote(on: "2026-03-01").0.id
    let id = try almanac.quote(on: "2026-04-20").0.id
    try await almanac.pin(id, on: "--03-01")
    #expect(try almanac.quote(on: "2026-03-01").0.id == id)
    #expect(try almanac.quote(on: "2027-03-01").0.id == id)
    _ = try await almanac.catalogue.unpinDailyQuote(calendar: "", date: "--03-01", by: .local)
    #expect(try almanac.quote(on: "2026-03-01").0.id == usual)
    await #expect(throws: EditProblem.pinNotFound(calendar: "default", date: "--03-01")) {
      try await almanac.catalogue.unpinDailyQuote(calendar: "default", date: "--03-01", by: .local)
    }
    try await almanac.pin(id, on: "2026-03-01")
    _ = try await almanac.catalogue.deleteQuote(id: id, etag: "", by: .local)
    #expect(try almanac.quote(on: "2026-03-01").0.id != id)
    #expect(try almanac.quote(on: "2026-03-01").1.reason == .scheduled)
  }

  @Test("a date that is taken or fixed is refused, with who holds it")
  func taken() async throws {
    let almanac = try Almanac(Workshop.quotes(0..<40))
    let ids = try almanac.catalogue.snapshots.latest.allQuotes().map(\.id)
    try await almanac.pin(ids[3], on: "2026-05-01")
    try await almanac.pin(ids[3], on: "2026-05-01")
    await #expect(throws: EditProblem.dateTaken(date: "2026-05-01", quoteID: ids[3])) {
      try await almanac.pin(ids[4], on: "2026-05-01")
    }
    let holder = try almanac.quote(on: "2026-02-16").0.id
    let other = try #require(ids.first { $0 != holder })
    await #expect(throws: EditProblem.dateFixed(date: "2026-02-16", quoteID: holder)) {
      try await almanac.pin(other, on: "2026-02-16")
    }
    await #expect(throws: EditProblem.quoteNotFound(id: "none")) {
      try await almanac.pin("none", on: "2026-06-01")
    }
    await #expect(
      throws: EditProblem.dateBeforeFirst(
        date: try CivilDate("2020-01-01"), first: try CivilDate("2025-02-14"))
    ) { try await almanac.pin(other, on: "2020-01-01") }
    for date in ["2026-02-30", "--02-30", "--13-01", "", "tomorrow"] {
      let problem = await #expect(throws: EditProblem.self) {
        try await almanac.pin(other, on: date)
      }
      #expect(problem?.field == "pin.date")
    }
  }

  @Test(
    "an administrator replaces a fixed date, which says so, with a chain that is new from there on")
  func replaced() async throws {
    var almanac = try Almanac(Workshop.quotes(0..<40))
    let before = try almanac.calendar().ledger
    let holder = try almanac.quote(on: "2026-02-10").0.id
    let ids = try almanac.catalogue.snapshots.latest.allQuotes().map(\.id)
    let other = try #require(ids.first { $0 != holder })
    try await almanac.pin(other, on: "2026-02-10", force: true)
    for _ in 0..<2 {
      let (quote, choice) = try almanac.quote(on: "2026-02-10")
      #expect(quote.id == other)
      #expect(choice.reason == .replaced)
      #expect(choice.certainty == .fixed)
      #expect(choice.cyclePosition == 0)
      let after = try almanac.calendar().ledger
      let index = try CivilDate("2026-02-10").days(since: after.firstDate)
      #expect(after.days.prefix(index) == before.days.prefix(index))
      #expect(zip(after.days, before.days).dropFirst(index).allSatisfy { $0.chain != $1.chain })
      #expect(zip(after.days, before.days).filter { $0.quoteID != $1.quoteID }.count == 1)
      try almanac.expectChained()
      try await almanac.restart()
    }
  }
}
