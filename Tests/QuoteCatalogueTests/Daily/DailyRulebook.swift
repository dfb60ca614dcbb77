// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel

/// The rules of the calendar as a reader of the contract would check them: by looking at each day
/// and at every quote that could have had it instead.
struct DailyRulebook {
  /// The quotes that the present cycle has shown.
  private var shown: Set<UInt32> = []
  private var quotes: [UInt32] = []

  /// How often two neighbouring days had the same creator.
  private(set) var neighbours = 0

  /// What is wrong with the next day of a world in which it was just fixed; nil where nothing is.
  mutating func problem(with world: DailyWorld) -> String? {
    guard let fixed = world.ledger.days.last else { return "There is no day." }
    let day = world.ledger.firstDate.daysSinceEpoch + quotes.count
    let quote = DailyWorld.position(fixed.quoteID)
    defer {
      shown.insert(quote)
      quotes.append(quote)
    }
    if let pinned = world.pinned(on: day) {
      if Set(world.creators.keys).isSubset(of: shown) { shown = [] }
      guard quote == pinned, fixed.reason == .pinned, fixed.cyclePosition == 0 else {
        return "The pin of \(pinned) was passed over."
      }
      return nil
    }
    guard world.creators[quote] != nil else { return "\(quote) is not in the calendar." }
    return turnProblem(quote, on: day, in: world)
  }

  /// What is wrong with a quote that had its turn.
  private mutating func turnProblem(
    _ quote: UInt32, on day: Int, in world: DailyWorld
  ) -> String? {
    let distance = min(world.creators.count / 2, 30)
    let pinnedSoon = Set((0..<distance).compactMap { world.pinned(on: day + 1 + $0) })
    if world.creators.keys.allSatisfy({ shown.contains($0) || pinnedSoon.contains($0) }) {
      shown = []
    }
    if shown.contains(quote) { return "\(quote) came again before the others." }
    let recent = Set(quotes.suffix(distance))
    let free = world.creators.filter { position, _ in
      !shown.contains(position) && !recent.contains(position) && !pinnedSoon.contains(position)
    }
    if !free.isEmpty {
      if recent.contains(quote) { return "\(quote) came again within \(distance) days." }
      if pinnedSoon.contains(quote) { return "\(quote) came shortly before its pin." }
    }
    let before = quotes.last.flatMap { world.everyCreator[$0] } ?? 0
    let after = world.pinned(on: day + 1).flatMap { world.creators[$0] } ?? 0
    let creator = world.creators[quote] ?? 0
    func clashes(_ creator: UInt32) -> Int {
      creator == 0 ? 0 : (creator == before ? 1 : 0) + (creator == after ? 1 : 0)
    }
    if creator != 0, creator == before { neighbours += 1 }
    let fewest = free.values.map(clashes).min() ?? 2
    if clashes(creator) > fewest {
      return "\(quote) by \(creator) stands beside \(before) and \(after), which was avoidable."
    }
    return nil
  }
}

/// The fewest neighbours by one creator that any order of a cycle could have: found by trying all.
struct FewestNeighbours {
  private let creators: [UInt32]
  private let blockedDays: [Int]
  private var known: [Int: Int] = [:]

  /// - Parameters:
  ///   - creators: Of each quote.
  ///   - blockedDays: How many days into the cycle each quote must not come yet.
  init(creators: [UInt32], blockedDays: [Int]) {
    self.creators = creators
    self.blockedDays = blockedDays
  }

  /// The fewest, after a day of a creator.
  mutating func count(after creator: UInt32) -> Int { count(taken: 0, day: 0, after: creator) }

  private mutating func count(taken: Int, day: Int, after creator: UInt32) -> Int {
    guard day < creators.count else { return 0 }
    let key = taken << 8 | Int(creator)
    if let count = known[key] { return count }
    var fewest = Int.max
    for quote in creators.indices where taken & 1 << quote == 0 && blockedDays[quote] <= day {
      let rest = count(taken: taken | 1 << quote, day: day + 1, after: creators[quote])
      guard rest < .max else { continue }
      fewest = min(fewest, rest + (creators[quote] == creator ? 1 : 0))
    }
    known[key] = fewest
    return fewest
  }
}
