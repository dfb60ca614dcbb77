// SPDX-License-Identifier: Apache-2.0

internal import QuoteClient
internal import QuoteDigest
internal import Synchronization
internal import Testing

@Suite("Going through an archive")
struct ArchiveReplayTests {
  /// Ten years of a calendar of 365 quotes, as a server gives them.
  private static let tenYears: [DailyQuoteResponse] = {
    var days = (0..<3_653).map { index in
      var day = DailyQuoteResponse()
      var quote = Quote()
      quote.id = "quote\(index % 365)"
      day.quote = quote
      day.date = CivilDate.first.adding(days: 739_000 + index)?.description ?? ""
      day.calendar = "default"
      day.reason = .scheduled
      day.certainty = .fixed
      day.cyclePosition = Int32(index % 365 + 1)
      return day
    }
    chain(&days)
    return days
  }()

  /// Gives days the chains that follow.
  private static func chain(_ days: inout [DailyQuoteResponse], from first: Int = 0) {
    var chain = DayChain(after: first == 0 ? DayChain.start : days[first - 1].chain)
    for index in days.indices.dropFirst(first) {
      let day = days[index]
      days[index].chain = chain.add(
        calendar: day.calendar, date: day.date, quoteID: day.quote?.id ?? "", reason: day.reason)
    }
  }

  private func faults(
    _ days: [DailyQuoteResponse], expecting: [String: [UInt8]] = [:]
  ) -> [ArchiveReplay.Fault] {
    var replay = ArchiveReplay(calendar: "default", expecting: expecting)
    for day in days { replay.add(day) }
    replay.finish()
    return replay.faults
  }

  @Test("finds nothing in ten years that nobody rewrote")
  func whole() {
    var replay = ArchiveReplay(calendar: "default")
    for day in Self.tenYears { replay.add(day) }
    replay.finish()
    #expect(replay.faults.isEmpty)
    #expect(replay.dayCount == 3_653)
    #expect(replay.firstDate == Self.tenYears.first?.date)
    #expect(replay.lastDate == Self.tenYears.last?.date)
    #expect(replay.lastChain == Self.tenYears.last?.chain)
  }

  /// How a day can be altered.
  enum Alteration: CaseIterable, Sendable {
    case quote, reason, chain, chainBit

    func apply(to day: inout DailyQuoteResponse) {
      switch self {
      case .quote: day.quote?.id = "another"
      case .reason: day.reason = .pinned
      case .chain: day.chain = []
      case .chainBit: day.chain[31] ^= 1
      }
    }
  }

  @Test(
    "names the one day of ten years that was altered", arguments: Alteration.allCases,
    [0, 1, 364, 365, 1_000, 2_047, 3_651, 3_652])
  func altered(how: Alteration, index: Int) {
    var days = Self.tenYears
    how.apply(to: &days[index])
    let dates = faults(days).map(\.date)
    #expect(dates.first == days[index].date)
    // Where the chain itself was altered, the next day doesn't follow from it either.
    #expect(dates.dropFirst().allSatisfy { $0 == days[min(index + 1, 3_652)].date })
  }

  @Test("names the next day where one was altered together with its chain")
  func rechained() {
    var days = Self.tenYears
    days[1_000].quote?.id = "another"
    var one = Array(days[...1_000])
    Self.chain(&one, from: 1_000)
    days[1_000] = one[1_000]
    #expect(faults(days).map(\.date) == [days[1_001].date])
  }

  @Test("names the place where days are missing", arguments: [1, 2, 365, 800])
  func removed(count: Int) {
    var days = Self.tenYears
    days.removeSubrange(1_000..<1_000 + count)
    let faults = faults(days)
    #expect(faults.first?.date == days[1_000].date)
    #expect(faults.first?.problem == .gap(after: days[999].date))
  }

  @Test("names the first day where those before it are missing")
  func beginning() {
    let faults = faults(Array(Self.tenYears.dropFirst(10)))
    #expect(faults.map(\.problem) == [.brokenStart])
  }

  @Test("names days that were swapped, with their dates and without them")
  func swapped() {
    var days = Self.tenYears
    days.swapAt(500, 501)
    #expect(faults(days).contains { $0.problem == .gap(after: Self.tenYears[499].date) })
    #expect(faults(days).contains { $0.problem == .outOfOrder(after: Self.tenYears[501].date) })
    days = Self.tenYears
    (days[500].quote, days[501].quote) = (days[501].quote, days[500].quote)
    #expect(faults(days).map(\.date) == [days[500].date, days[501].date])
  }

  @Test("names a day that was put in")
  func inserted() {
    var days = Self.tenYears
    days.insert(days[700], at: 701)
    #expect(faults(days).first?.problem == .outOfOrder(after: days[700].date))
  }

  @Test("names a quote that came again before its turn, though the chains fit")
  func early() {
    var days = Self.tenYears
    days[1_100].quote = days[1_099].quote
    Self.chain(&days)
    let faults = faults(days)
    #expect(faults.map(\.date) == [days[1_100].date])
    #expect(
      faults.map(\.problem)
        == [.repeated(quoteID: days[1_100].quote?.id ?? "", before: days[1_099].date)])
  }

  @Test("allows what editors did, and days that aren't fixed yet")
  func editors() {
    var days = Self.tenYears
    days[200].reason = .replaced
    days[200].cyclePosition = 0
    days[200].quote = days[10].quote
    days[300].reason = .withdrawn
    // A pinned day has no place: those after it have one less.
    days[400].reason = .pinned
    days[400].quote = days[399].quote
    days[400].cyclePosition = 0
    for index in 401..<730 { days[index].cyclePosition -= 1 }
    Self.chain(&days)
    var expected = days[3_652]
    expected.certainty = .expected
    expected.chain = []
    days[3_652] = expected
    #expect(faults(days).isEmpty)
  }

  @Test("names a rewritten archive that fits together by what was kept before")
  func kept() {
    let kept = [Self.tenYears[2_000].date: Self.tenYears[2_000].chain]
    #expect(faults(Self.tenYears, expecting: kept).isEmpty)
    var days = Self.tenYears
    days[1_234].quote?.id = "another"
    Self.chain(&days)
    #expect(faults(days).isEmpty)
    #expect(faults(days, expecting: kept).map(\.problem) == [.otherThanKept])
    #expect(faults(Array(days[..<1_500]), expecting: kept).map(\.problem) == [.missingKept])
  }

  @Test(
    "asks for the days of an archive in parts that follow each other", arguments: [1, 200, 701])
  func parts(count: Int) async throws {
    let first = try CivilDate("2025-03-01")
    let last = try #require(first.adding(days: count - 1))
    let asked = Mutex<[Int]>([])
    let archive = DailyArchive(
      bounds: { first...last },
      fetch: { first, last in
        asked.withLock { $0.append(last.days(since: first) + 1) }
        return (0...last.days(since: first)).map { offset in
          var day = DailyQuoteResponse()
          day.date = first.adding(days: offset)?.description ?? ""
          return day
        }
      })
    var dates: [String] = []
    for try await day in archive { dates.append(day.date) }
    #expect(dates == (0..<count).map { first.adding(days: $0)?.description ?? "" })
    #expect(asked.withLock { $0 }.allSatisfy { $0 <= DailyArchive.datesPerCall })
  }

  @Test("has no days where none is fixed")
  func none() async throws {
    let archive = DailyArchive(bounds: { nil }, fetch: { _, _ in [DailyQuoteResponse()] })
    for try await _ in archive { Issue.record("There is a day.") }
  }
}
