// SPDX-License-Identifier: Apache-2.0

/// What is left of a cycle: its quotes that were not shown yet, in the cycle's order.
///
/// The order is that of a hash of (seed, cycle, position): one more quote moves those behind it by
/// a day, it does not shuffle them. Of a large calendar only the part that is needed is sorted.
struct CycleRemainder {
  /// How many quotes are left.
  private(set) var count: Int
  /// How many each creator has left, by number.
  private(set) var creatorCounts: [Int]

  private let members: [DailyMember]
  private let key: UInt64
  /// Shown before this began, or taken out since.
  private var gone: Set<UInt32>
  /// Passed over, to be taken as soon as they fit; in the cycle's order.
  private var putOff: [DailyMember] = []
  /// What follows them.
  private var window: ArraySlice<DailyMember> = []
  /// The highest hash of those in the window; nil before the first window.
  private var reached: UInt64?
  private var windowSize = 2_048
  /// How many creators have so many quotes left.
  private var creatorsByCount: [Int]
  private(set) var mostOfOneCreator: Int

  /// Begins with the members, in the order of their positions, that are not shown.
  init(_ members: [DailyMember], shown: Set<UInt32>, seed: UInt64, cycle: UInt32) {
    self.members = members
    key = StableHash.mix(seed ^ StableHash.mix(UInt64(cycle)))
    gone = shown
    var creatorCounts = [Int](
      repeating: 0, count: Int(members.reduce(0) { max($0, $1.creator) }) + 1)
    for member in members where member.creator != 0 { creatorCounts[Int(member.creator)] += 1 }
    count = members.count
    for position in shown {
      guard let member = Self.member(at: position, in: members) else { continue }
      count -= 1
      if member.creator != 0 { creatorCounts[Int(member.creator)] -= 1 }
    }
    self.creatorCounts = creatorCounts
    mostOfOneCreator = creatorCounts.max() ?? 0
    creatorsByCount = [Int](repeating: 0, count: mostOfOneCreator + 1)
    for count in creatorCounts { creatorsByCount[count] += 1 }
  }

  /// The quote at a position, if it is among those left.
  func member(at position: UInt32) -> DailyMember? {
    gone.contains(position) ? nil : Self.member(at: position, in: members)
  }

  /// Takes the first quote that meets a condition; nil where none does.
  mutating func take(where isMeant: (DailyMember) -> Bool) -> DailyMember? {
    if let index = putOff.firstIndex(where: { isMeant($0) && !gone.contains($0.position) }) {
      return taken(putOff.remove(at: index))
    }
    repeat {
      while let member = window.popFirst() {
        guard !gone.contains(member.position) else { continue }
        if isMeant(member) { return taken(member) }
        putOff.append(member)
      }
    } while fillWindow()
    return nil
  }

  /// Takes a quote out, wherever it stands; nothing where it is not among those left.
  mutating func remove(_ position: UInt32) {
    if let member = member(at: position) { _ = taken(member) }
  }

  private mutating func taken(_ member: DailyMember) -> DailyMember {
    gone.insert(member.position)
    count -= 1
    guard member.creator != 0 else { return member }
    let had = creatorCounts[Int(member.creator)]
    creatorCounts[Int(member.creator)] = had - 1
    creatorsByCount[had] -= 1
    creatorsByCount[had - 1] += 1
    while mostOfOneCreator > 0, creatorsByCount[mostOfOneCreator] == 0 { mostOfOneCreator -= 1 }
    return member
  }

  /// Sorts the next part of the order; false where there is none.
  private mutating func fillWindow() -> Bool {
    guard reached != .max else { return false }
    var next: [(hash: UInt64, member: DailyMember)] = []
    let step = members.count <= windowSize ? .max : UInt64.max / UInt64(members.count)
    let (width, overflows) = step.multipliedReportingOverflow(by: UInt64(windowSize))
    let (end, isBeyond) = (reached ?? 0).addingReportingOverflow(overflows ? .max : width)
    let last = isBeyond ? UInt64.max : end
    for member in members {
      let hash = StableHash.mix(key ^ UInt64(member.position))
      guard hash <= last, reached.map({ hash > $0 }) ?? true, !gone.contains(member.position)
      else { continue }
      next.append((hash, member))
    }
    // `mix` is one to one, so no two members have the same hash.
    next.sort { $0.hash < $1.hash }
    window = next.map(\.member)[...]
    reached = last
    // Who needs more than that is looking for something rare.
    windowSize *= 2
    return true
  }

  private static func member(at position: UInt32, in members: [DailyMember]) -> DailyMember? {
    var low = 0
    var high = members.count
    while low < high {
      let middle = (low + high) / 2
      if members[middle].position < position { low = middle + 1 } else { high = middle }
    }
    return low < members.count && members[low].position == position ? members[low] : nil
  }
}
