// SPDX-License-Identifier: Apache-2.0

/// The quotes of one cycle as the hash has them.
struct CycleOrder {
  /// The quotes, or the first of them.
  let members: [DailySchedule.Member]
  /// All quotes of the cycle.
  let cycleLength: Int
  /// How many of all quotes each creator has, by number; 0 for the unknown one.
  let creatorCounts: [Int]
}

/// Deals out the quotes of cycle after cycle to the days.
struct CycleDeal {
  /// The position of each day's quote so far.
  private(set) var positions: [UInt32] = []

  /// The days that lie between two showings of a quote at least.
  private let distance: Int
  private var lastCreator: UInt32 = 0

  /// Starts with the first day.
  init(distance: Int) { self.distance = distance }

  /// Deals out a cycle, or as many days of it as are wanted.
  mutating func deal(_ order: CycleOrder, wanted: Int) {
    var left = CycleRemainder(order)
    let firstDay = positions.count
    for _ in 0..<wanted {
      let day = positions.count
      let recent = Set(positions[min(max(day - distance, 0), firstDay)..<firstDay])
      let member = left.take(after: lastCreator, avoiding: recent)
      positions.append(member.position)
      lastCreator = member.creator
    }
  }
}

/// What is left of a cycle.
private struct CycleRemainder {
  private let order: CycleOrder
  private var next = 0
  /// Passed over, to be taken as soon as they fit.
  private var putOff: [DailySchedule.Member] = []
  private var count: Int
  private var creatorCounts: [Int]
  /// How many creators have so many quotes left.
  private var creatorsByCount: [Int]
  private var mostOfOneCreator: Int

  init(_ order: CycleOrder) {
    self.order = order
    count = order.cycleLength
    creatorCounts = order.creatorCounts
    mostOfOneCreator = creatorCounts.max() ?? 0
    creatorsByCount = [Int](repeating: 0, count: mostOfOneCreator + 1)
    for count in creatorCounts { creatorsByCount[count] += 1 }
  }

  /// Takes the next quote for the day after one of a creator.
  mutating func take(
    after creator: UInt32, avoiding recent: Set<UInt32>
  ) -> DailySchedule.Member {
    let isFree = { (member: DailySchedule.Member) in !recent.contains(member.position) }
    let isOther = { (member: DailySchedule.Member) in
      isFree(member) && (member.creator == 0 || member.creator != creator)
    }
    // A creator of more than half of what is left must have every second day from now on.
    if mostOfOneCreator > count / 2,
      let urgent = creatorCounts.firstIndex(of: mostOfOneCreator), urgent != creator,
      let member = take(where: { $0.creator == urgent && isFree($0) })
    {
      return member
    }
    guard
      let member = take(where: isOther) ?? take(where: isFree) ?? take(where: { _ in true })
    else { preconditionFailure("A cycle ended before its last day.") }
    return member
  }

  private mutating func take(
    where isMeant: (DailySchedule.Member) -> Bool
  ) -> DailySchedule.Member? {
    if let index = putOff.firstIndex(where: isMeant) { return taken(putOff.remove(at: index)) }
    while next < order.members.count {
      let member = order.members[next]
      next += 1
      if isMeant(member) { return taken(member) }
      putOff.append(member)
    }
    return nil
  }

  private mutating func taken(_ member: DailySchedule.Member) -> DailySchedule.Member {
    count -= 1
    guard member.creator != 0 else { return member }
    let had = creatorCounts[Int(member.creator)]
    creatorCounts[Int(member.creator)] = had - 1
    creatorsByCount[had] -= 1
    creatorsByCount[had - 1] += 1
    while mostOfOneCreator > 0, creatorsByCount[mostOfOneCreator] == 0 { mostOfOneCreator -= 1 }
    return member
  }
}
