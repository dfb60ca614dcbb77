// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import Testing

@Suite("The daily quote")
struct DailyQuoteTests {
  private let workshop: Workshop
  /// The date of `Workshop.noon`.
  private let today: CivilDate

  init() throws {
    workshop = try Workshop()
    today = try CivilDate("2026-02-14")
  }

  /// The quotes of all dates that can be asked for, from the first to the last.
  private func days(_ snapshot: CatalogueSnapshot) throws -> [(quote: Quote, choice: DailyChoice)] {
    let calendar = try snapshot.calendar("")
    let first = calendar.rules.firstDate.daysSinceEpoch
    return try (first...today.daysSinceEpoch + 400).map { day in
      let date = try #require(CivilDate(daysSinceEpoch: day))
      let choice = try snapshot.daily(on: date, today: today, in: calendar)
      return (snapshot.quote(of: choice), choice)
    }
  }

  private func choice(
    _ snapshot: CatalogueSnapshot, on date: CivilDate, today: CivilDate
  ) throws -> DailyChoice {
    try snapshot.daily(on: date, today: today, in: snapshot.calendar(""))
  }

  /// A catalogue of so many quotes, each by another creator.
  private func open(_ count: Int, seed: UInt64 = 7) throws -> CatalogueSnapshot {
    let quotes = (0..<count).map { number in
      var quote = Workshop.quote(number)
      quote.creator = "Creator \(number)"
      return quote
    }
    return try workshop.open(founding: quotes, seed: seed).snapshots.latest
  }

  @Test(
    "is each quote once before any comes again, fixed or expected",
    arguments: [1, 2, 3, 31, 61, 365, 366, 900])
  func cycles(count: Int) throws {
    let days = try days(open(count))
    #expect(days.count == 366 + 400)
    for start in stride(from: 0, to: days.count, by: count) {
      let cycle = days[start..<min(start + count, days.count)]
      #expect(Set(cycle.map(\.quote.id)).count == cycle.count)
      #expect(cycle.map(\.choice.cyclePosition) == Array(1...cycle.count))
    }
  }

  @Test("is fixed through tomorrow's date where the day comes first, and expected after it")
  func certainty() throws {
    let days = try days(open(40))
    // It is 02:00 of 15 February at UTC+14.
    let fixedCount = try CivilDate("2026-02-16").days(since: CivilDate("2025-02-14")) + 1
    #expect(days.prefix(fixedCount).allSatisfy { $0.choice.certainty == .fixed })
    #expect(days.prefix(fixedCount).allSatisfy { $0.choice.chain.count == 32 })
    #expect(Set(days.prefix(fixedCount).map(\.choice.chain)).count == fixedCount)
    #expect(days.dropFirst(fixedCount).allSatisfy { $0.choice.certainty == .expected })
    #expect(days.dropFirst(fixedCount).allSatisfy { $0.choice.chain.isEmpty })
    #expect(days.allSatisfy { $0.choice.reason == .scheduled })
  }

  @Test("takes quotes without a creator for the work of many")
  func unknownCreators() throws {
    let quotes = (0..<20).map { number in
      var quote = Workshop.quote(number)
      if number < 18 { quote.creator = "" }
      return quote
    }
    let days = try days(workshop.open(founding: quotes).snapshots.latest)
    #expect(Set(days[..<20].map(\.quote.id)).count == 20)
  }

  @Test("is English and fit for everyone")
  func calendar() throws {
    var quotes = Workshop.quotes(0..<40)
    for number in 0..<10 { quotes[number].language = ["de", "", "eng"][number % 3] }
    for number in 10..<20 { quotes[number].rating = .mature }
    for number in 20..<25 { quotes[number].language = "en-GB" }
    let days = try days(workshop.open(founding: quotes).snapshots.latest)
    #expect(Set(days.map(\.quote.text)) == Set(quotes[20...].map(\.text)))
  }

  @Test("stays for all dates while the catalogue does, over restarts and other languages' quotes")
  func stable() async throws {
    var before: [DailyChoice] = []
    do {
      let catalogue = try workshop.open(founding: Workshop.quotes(0..<100))
      before = try days(catalogue.snapshots.latest).map(\.choice)
      var other = Workshop.quote(7_000)
      other.language = "fr"
      try await catalogue.add([other])
      #expect(try days(catalogue.snapshots.latest).map(\.choice) == before)
      await catalogue.close()
    }
    // The seed that a catalogue was founded with stays.
    #expect(try days(workshop.open(seed: 1_000).snapshots.latest).map(\.choice) == before)
  }

  @Test("moves by little when a quote is added, and not at all where it is fixed")
  func added() async throws {
    let catalogue = try workshop.open(founding: Workshop.quotes(0..<1_500))
    let before = try days(catalogue.snapshots.latest)
    try await catalogue.add([Workshop.quote(9_000)])
    let after = try days(catalogue.snapshots.latest)
    let place = Dictionary(uniqueKeysWithValues: before.enumerated().map { ($1.quote.id, $0) })
    let moved = after.enumerated().compactMap { day, new in
      place[new.quote.id].map { abs(day - $0) }
    }
    #expect(moved.count >= before.count - 1)
    #expect(moved.allSatisfy { $0 <= 10 })
    let fixed = before.prefix { $0.choice.certainty == .fixed }
    #expect(fixed.count == 368)
    #expect(after.prefix(fixed.count).map(\.choice) == fixed.map(\.choice))
  }

  @Test("is another on most days with another seed")
  func seeds() throws {
    let one = try days(open(400, seed: 1)).map(\.quote.text)
    let other = try days(DailyQuoteTests().open(400, seed: 2)).map(\.quote.text)
    #expect(zip(one, other).count { $0 == $1 } < 40)
  }

  @Test("is told from a year before the store was made to 400 days ahead")
  func bounds() throws {
    let snapshot = try open(3)
    let first = try CivilDate("2025-02-14")
    let last = try CivilDate("2027-03-21")
    #expect(try snapshot.calendar("").rules.firstDate == first)
    _ = try choice(snapshot, on: first, today: today)
    _ = try choice(snapshot, on: last, today: today)
    for date in ["2025-02-13", "2027-03-22", "0001-01-01", "9999-12-31"] {
      #expect(throws: DailyProblem.outOfRange(first: first, last: last)) {
        try choice(snapshot, on: CivilDate(date), today: today)
      }
    }
  }

  @Test("is told where it is fixed by a server whose clock has not been set, and nothing else")
  func clockBehind() throws {
    let snapshot = try open(3)
    let (unset, first) = (try CivilDate("1970-01-01"), try CivilDate("2025-02-14"))
    #expect(
      try choice(snapshot, on: today, today: unset) == choice(snapshot, on: today, today: today))
    for date in ["1970-01-01", "2026-02-17"] {
      #expect(throws: DailyProblem.clockBehind(today: unset, first: first)) {
        try choice(snapshot, on: CivilDate(date), today: unset)
      }
    }
  }

  @Test("is told by a server that ran for years without a change")
  func longRun() throws {
    let snapshot = try open(40)
    let later = try CivilDate("2036-02-14")
    let far = try choice(snapshot, on: later, today: later)
    #expect(try choice(snapshot, on: later, today: later) == far)
    #expect(
      try choice(snapshot, on: today, today: later) == choice(snapshot, on: today, today: today))
    let lifetime = try CivilDate("2200-01-01")
    #expect(
      throws: DailyProblem.clockAhead(today: lifetime, fixed: try CivilDate("2026-02-16"))
    ) { try choice(snapshot, on: lifetime, today: lifetime) }
  }

  @Test("is none where no quote is in the calendar")
  func empty() throws {
    let snapshot = try workshop.open().snapshots.latest
    #expect(throws: DailyProblem.emptyCalendar(id: "default")) {
      try choice(snapshot, on: today, today: today)
    }
  }
}
