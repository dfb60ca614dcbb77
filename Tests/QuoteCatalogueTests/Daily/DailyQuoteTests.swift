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
    let first = snapshot.calendar.firstDate.daysSinceEpoch
    return try (first...today.daysSinceEpoch + 400).map { day in
      let date = try #require(CivilDate(daysSinceEpoch: day))
      let choice = try snapshot.daily(on: date, today: today)
      return (snapshot.quote(at: choice.row), choice)
    }
  }

  /// A catalogue of quotes whose creators have so many each.
  private func open(_ counts: [Int], seed: UInt64 = 7) throws -> CatalogueSnapshot {
    var quotes: [Quote] = []
    for (creator, count) in counts.enumerated() {
      for number in 0..<count {
        var quote = Workshop.quote(number)
        quote.text += " By \(creator)."
        quote.creator = "Creator \(creator)"
        quotes.append(quote)
      }
    }
    return try workshop.open(founding: quotes, seed: seed).snapshots.latest
  }

  @Test(
    "is each quote once before any comes again", arguments: [1, 2, 3, 10, 61, 365, 366, 900],
    [1, 2] as [UInt64])
  func cycles(count: Int, seed: UInt64) throws {
    let days = try days(open(Array(repeating: 1, count: count), seed: seed))
    #expect(days.count == 366 + 400)
    for start in stride(from: 0, to: days.count, by: count) {
      let cycle = days[start..<min(start + count, days.count)]
      #expect(Set(cycle.map(\.quote.id)).count == cycle.count)
      #expect(cycle.map(\.choice.cyclePosition) == Array(1...cycle.count))
      #expect(cycle.allSatisfy { $0.choice.cycleLength == count })
    }
  }

  @Test(
    "does not come back soon over the seam of two cycles",
    arguments: [2, 3, 4, 9, 40, 60, 61, 100, 365], [1, 2, 3] as [UInt64])
  func seam(count: Int, seed: UInt64) throws {
    let ids = try days(open(Array(repeating: 1, count: count), seed: seed)).map(\.quote.id)
    var lastDay: [String: Int] = [:]
    for (day, id) in ids.enumerated() {
      if let last = lastDay[id] { #expect(day - last > min(count / 2, 30)) }
      lastDay[id] = day
    }
  }

  @Test(
    "has another creator than the day before, where the catalogue allows it",
    arguments: [
      [5, 5], [10, 9], [10, 3, 3, 3], [50, 20, 20, 9], [1, 1, 1, 20, 19], [200, 100, 100],
    ],
    [1, 2, 3] as [UInt64])
  func creators(counts: [Int], seed: UInt64) throws {
    let snapshot = try open(counts, seed: seed)
    let creators = try days(snapshot).map(\.quote.creator)
    let repeats = zip(creators, creators.dropFirst()).count { $0 == $1 }
    // A creator with more than half of the quotes must follow itself, be it over the seam.
    let length = counts.reduce(0, +)
    let unavoidable = max(0, 2 * (counts.max() ?? 0) - length)
    #expect(repeats <= unavoidable * (creators.count / length + 1))
  }

  @Test("has as few creators twice in a row as can be, where one has most quotes")
  func dominant() throws {
    let creators = try days(open([30, 5, 5])).map(\.quote.creator)
    let cycle = creators[..<40]
    // Ten others part thirty quotes into eleven groups at most.
    #expect(zip(cycle, cycle.dropFirst()).count { $0 == $1 } <= 30 - 11)
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
    let snapshot = try workshop.open(founding: quotes).snapshots.latest
    let days = try days(snapshot)
    #expect(Set(days.map(\.quote.text)) == Set(quotes[20...].map(\.text)))
    #expect(days.allSatisfy { $0.choice.cycleLength == 20 })
  }

  @Test("stays for all dates while the catalogue does, over restarts and other languages' quotes")
  func stable() async throws {
    var before: [String] = []
    do {
      let catalogue = try workshop.open(founding: Workshop.quotes(0..<100))
      before = try days(catalogue.snapshots.latest).map(\.quote.id)
      var other = Workshop.quote(7_000)
      other.language = "fr"
      _ = try await catalogue.add([other])
      #expect(try days(catalogue.snapshots.latest).map(\.quote.id) == before)
    }
    // The seed that a catalogue was founded with stays.
    #expect(try days(workshop.open(seed: 1_000).snapshots.latest).map(\.quote.id) == before)
  }

  @Test("moves by little when a quote is added")
  func added() async throws {
    let catalogue = try workshop.open(founding: Workshop.quotes(0..<1_500))
    let before = try days(catalogue.snapshots.latest).map(\.quote.id)
    _ = try await catalogue.add([Workshop.quote(9_000)])
    let after = try days(catalogue.snapshots.latest).map(\.quote.id)
    let place = Dictionary(uniqueKeysWithValues: before.enumerated().map { ($1, $0) })
    let moved = after.enumerated().compactMap { day, id in place[id].map { abs(day - $0) } }
    #expect(moved.count >= before.count - 1)
    #expect(moved.allSatisfy { $0 <= 10 })
  }

  @Test("is another on most days with another seed")
  func seeds() throws {
    let counts = Array(repeating: 1, count: 400)
    let one = try days(open(counts, seed: 1)).map(\.quote.text)
    let other = try days(DailyQuoteTests().open(counts, seed: 2)).map(\.quote.text)
    #expect(zip(one, other).count { $0 == $1 } < 40)
  }

  @Test("is told from a year before the store was made to 400 days ahead")
  func bounds() throws {
    let snapshot = try open([3])
    let first = try CivilDate("2025-02-14")
    let last = try CivilDate("2027-03-21")
    #expect(snapshot.calendar.firstDate == first)
    _ = try snapshot.daily(on: first, today: today)
    _ = try snapshot.daily(on: last, today: today)
    for date in ["2025-02-13", "2027-03-22", "0001-01-01", "9999-12-31"] {
      #expect(throws: DailyProblem.outOfRange(first: first, last: last)) {
        try snapshot.daily(on: CivilDate(date), today: today)
      }
    }
  }

  @Test("is not told by a server whose clock has not been set")
  func clockBehind() throws {
    let snapshot = try open([3])
    let (today, first) = (try CivilDate("1970-01-01"), try CivilDate("2025-02-14"))
    for date in ["1970-01-01", "2026-02-14"] {
      #expect(throws: DailyProblem.clockBehind(today: today, first: first)) {
        try snapshot.daily(on: CivilDate(date), today: today)
      }
    }
  }

  @Test("is told by a server that ran for years without a change")
  func longRun() throws {
    let snapshot = try open([40])
    let later = try CivilDate("2036-02-14")
    let row = try snapshot.daily(on: later, today: later).row
    #expect(try snapshot.daily(on: later, today: later).row == row)
    #expect(try snapshot.daily(on: today, today: later) == snapshot.daily(on: today, today: today))
  }

  @Test("is none where no quote is in the calendar")
  func empty() throws {
    let snapshot = try workshop.open().snapshots.latest
    #expect(throws: DailyProblem.emptyCalendar) { try snapshot.daily(on: today, today: today) }
  }
}
