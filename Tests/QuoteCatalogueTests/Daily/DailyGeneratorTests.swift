// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import Testing

@Suite("The generator of a calendar's days")
struct DailyGeneratorTests {
  @Test(
    "keeps all rules over years of tiny and of larger catalogues",
    arguments: [
      [1], [2], [1, 1], [3], [1, 1, 1], [2, 1], [4, 3, 2], Array(repeating: 1, count: 31),
      Array(repeating: 2, count: 30) + [1], [30, 1], [15, 16], [31, 30], [100, 50, 25, 25],
    ], [1, 2] as [UInt64])
  func still(counts: [Int], seed: UInt64) throws {
    var world = DailyWorld(counts: counts, seed: seed)
    var rules = DailyRulebook()
    for _ in 0..<800 {
      let isFixed = world.advance()
      try #require(isFixed)
      if let problem = rules.problem(with: world) {
        Issue.record("\(problem) (day \(world.ledger.days.count))")
        return
      }
    }
  }

  @Test("keeps all rules over years in which the catalogue changes every day", arguments: 1...8)
  func changing(seed: Int) throws {
    var chance = RepeatableRandom(seed: UInt64(seed))
    let sizes = [1, 2, 3, 10, 31, 61, 61, 150]
    var world = DailyWorld(
      counts: (0..<sizes[seed % sizes.count]).map { _ in 1 }, seed: UInt64(seed),
      firstDate: try CivilDate("2023-11-05"))
    // In every third world one creator has half of the quotes.
    let creatorCount: UInt32 = seed % 3 == 0 ? 2 : 25
    var rules = DailyRulebook()
    for _ in 0..<800 {
      change(&world, creatorCount: creatorCount, by: &chance)
      let isFixed = world.advance()
      try #require(isFixed)
      if let problem = rules.problem(with: world) {
        Issue.record("\(problem) (day \(world.ledger.days.count))")
        return
      }
    }
    #expect(Set(world.ledger.days.map(\.cycle)).count > 1)
  }

  /// Adds, edits, removes and pins, as editors do.
  private func change(
    _ world: inout DailyWorld, creatorCount: UInt32, by chance: inout RepeatableRandom
  ) {
    let creator = UInt32.random(in: 0...creatorCount, using: &chance)
    if Bool.random(using: &chance) { world.add(by: creator) }
    let there = world.creators.keys.sorted()
    guard let victim = there.randomElement(using: &chance) else { return }
    if there.count > 1, Bool.random(using: &chance) { world.remove(victim) }
    if let edited = there.randomElement(using: &chance) { world.edit(edited, by: creator) }
    guard Int.random(in: 0..<15, using: &chance) == 0,
      let pinned = there.randomElement(using: &chance),
      let date = world.ledger.nextDate?.adding(days: Int.random(in: 0..<90, using: &chance))
    else { return }
    let isYearly = Int.random(in: 0..<3, using: &chance) == 0
    world.pin(
      pinned,
      on: isYearly ? .everyYear(month: date.month, day: date.day) : .once(date))
  }

  @Test(
    "has as few neighbours by one creator as any order of a cycle could have",
    arguments: 1...7)
  func optimal(count: Int) {
    for counts in Self.partitions(of: count, atMost: count) {
      for seed in 1...4 as ClosedRange<UInt64> {
        var world = DailyWorld(counts: counts, seed: seed)
        for _ in 0..<5 * count { _ = world.advance() }
        expectOptimal(world, count: count, "\(counts), seed \(seed)")
      }
    }
  }

  private func expectOptimal(_ world: DailyWorld, count: Int, _ name: String) {
    let quotes = world.ledger.days.map { DailyWorld.position($0.quoteID) }
    let creators = quotes.map { world.creators[$0] ?? 0 }
    for start in stride(from: 0, to: quotes.count, by: count) {
      var neighbours = 0
      for day in start..<start + count where day > 0 && creators[day] == creators[day - 1] {
        neighbours += 1
      }
      let blocked = (1...UInt32(count)).map { quote in
        let before = quotes[..<start].lastIndex(of: quote)
        return before.map { $0 + count / 2 + 1 - start } ?? 0
      }
      var fewest = FewestNeighbours(
        creators: (1...UInt32(count)).map { world.creators[$0] ?? 0 }, blockedDays: blocked)
      #expect(
        neighbours == fewest.count(after: start == 0 ? 0 : creators[start - 1]),
        "\(name): \(quotes) at \(start)")
    }
  }

  /// All ways to give so many quotes to creators.
  private static func partitions(of count: Int, atMost most: Int) -> [[Int]] {
    guard count > 0 else { return [[]] }
    return (1...min(count, most)).flatMap { first in
      partitions(of: count - first, atMost: first).map { [first] + $0 }
    }
  }

  @Test(
    "gives the days that it foretold while nothing changes, be they dealt one by one or at once")
  func foretells() throws {
    var world = DailyWorld(
      counts: [40, 20, 7, 1, 1, 1], seed: 9, firstDate: try CivilDate("2024-01-01"))
    world.pin(3, on: try PinDate("--02-29"))
    world.pin(50, on: try PinDate("2024-06-01"))
    for _ in 0..<100 { _ = world.advance() }
    var forecast = world.generator()
    for _ in 0..<400 {
      let next = forecast.next()
      let foretold = try #require(next)
      _ = world.advance()
      let fixed = try #require(world.ledger.days.last)
      #expect(DailyWorld.position(fixed.quoteID) == foretold.position)
      #expect(fixed.cycle == foretold.cycle)
      #expect(fixed.cyclePosition == foretold.cyclePosition)
    }
  }

  @Test("looks through a large calendar as far as it must to find another creator")
  func large() {
    // The only other creator's quotes may lie anywhere in the order of twenty thousand.
    let members = (1...20_000).map { DailyMember(position: $0, creator: $0 % 5_000 == 0 ? 2 : 1) }
    var generator = DailyGenerator(
      members: members, pins: PinnedDays(), seed: 5, after: DailyState(), on: 0)
    let creators = (0..<8).map { _ in generator.next().map { members[Int($0.position) - 1].creator }
    }
    #expect(creators == [1, 2, 1, 2, 1, 2, 1, 2])
  }

  @Test("shows a quote of 29 February in leap years only")
  func leapDay() throws {
    var world = DailyWorld(
      counts: Array(repeating: 1, count: 400), seed: 1, firstDate: try CivilDate("2023-02-27"))
    world.pin(7, on: try PinDate("--02-29"))
    for _ in 0..<800 { _ = world.advance() }
    let pinned = world.ledger.days.indices.filter { world.ledger.days[$0].reason == .pinned }
    #expect(pinned.map { world.ledger.date(at: $0).description } == ["2024-02-29"])
  }

  @Test("passes over a pin whose quote is gone, and prefers one date's pin to that of every year")
  func pins() throws {
    var world = DailyWorld(
      counts: Array(repeating: 1, count: 100), seed: 1, firstDate: try CivilDate("2024-01-01"))
    world.pin(1, on: try PinDate("2024-01-02"))
    world.pin(2, on: try PinDate("--01-02"))
    world.pin(3, on: try PinDate("2024-01-03"))
    world.remove(3)
    for _ in 0..<400 { _ = world.advance() }
    let pinned = world.ledger.days.indices.filter { world.ledger.days[$0].reason == .pinned }
    #expect(pinned == [1, 367])
    #expect(pinned.map { DailyWorld.position(world.ledger.days[$0].quoteID) } == [1, 2])
  }

  @Test("counts a pinned quote as shown, and keeps it back before its pin")
  func pinnedOnce() throws {
    for seed in 1...20 as ClosedRange<UInt64> {
      var world = DailyWorld(
        counts: Array(repeating: 1, count: 25), seed: seed, firstDate: try CivilDate("2024-01-01"))
      world.pin(4, on: try PinDate("2024-01-12"))
      for _ in 0..<25 { _ = world.advance() }
      #expect(Set(world.ledger.days.map(\.quoteID)).count == 25)
      #expect(world.ledger.days.map(\.cyclePosition) == Array(1...11) + [0] + Array(12...24))
    }
  }

  @Test("gives nothing without quotes, not even where a day is pinned")
  func empty() throws {
    var world = DailyWorld(seed: 1, firstDate: try CivilDate("2024-01-01"))
    let isFixed = world.advance()
    #expect(!isFixed)
    world.pin(1, on: try PinDate("2024-01-01"))
    let isPinFixed = world.advance()
    #expect(!isPinFixed)
  }
}
