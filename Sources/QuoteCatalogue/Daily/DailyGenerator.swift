// SPDX-License-Identifier: Apache-2.0

/// Gives quotes to a calendar's days, one after the other: a pure function of the quotes, the pins,
/// the seed and the days before.
///
/// Days come in cycles in which each quote of the calendar is shown once; a quote that is added
/// joins what is left of the cycle. A day has the first quote in the cycle's order that fits:
///
/// * It was not shown within the last days (`CalendarLimits.seamDays`, or half of the quotes where
///   that is less), and no pin shows it within as many days to come.
/// * Its creator is not that of the day before, nor of the next day's pin, when avoidable. So a
///   creator with more than half of what is left must have every second day, as soon as that is so.
///
/// A pin goes before all that; its quote then counts as shown in the cycle. When only quotes are
/// left that a pin is going to show, the next cycle begins.
package struct DailyGenerator {
  /// What the days until now leave behind.
  package private(set) var state: DailyState

  private let members: [DailyMember]
  private let pins: PinnedDays
  private let seed: UInt64
  private var day: Int
  private var remainder: CycleRemainder
  private var creators: CreatorNumbers

  /// Goes on behind days.
  ///
  /// - Parameters:
  ///   - members: The quotes that the calendar has now, in the order of their positions.
  ///   - day: The day to begin with, in days since 1970-01-01.
  package init(
    members: [DailyMember], pins: PinnedDays, seed: UInt64, after state: DailyState, on day: Int
  ) {
    creators = CreatorNumbers(members)
    self.members = creators.renumbered(members)
    self.pins = pins
    self.seed = seed
    self.state = state
    self.day = day
    remainder = CycleRemainder(
      self.members, shown: state.shown, seed: seed, cycle: state.cycle)
  }

  /// The next day's quote; nil where the calendar has no quotes, be the day pinned or not.
  package mutating func next() -> DailyPick? {
    guard !members.isEmpty else { return nil }
    let pinned = pins.member(on: day)
    let reserved = reservedPositions()
    if remainder.count == 0 || (pinned == nil && remainder.count == reservedCount(reserved)) {
      state.beginCycle()
      remainder = CycleRemainder(members, shown: [], seed: seed, cycle: state.cycle)
    }
    let member: DailyMember
    if let pinned {
      remainder.remove(pinned.position)
      member = pinned
    } else {
      member = choose(reserved)
    }
    state.show(member, isTurn: pinned == nil)
    day += 1
    return DailyPick(
      position: member.position, isPinned: pinned != nil, cycle: state.cycle,
      cyclePosition: pinned == nil ? state.cyclePosition : 0)
  }

  /// The days that lie between two showings of a quote at least.
  private var distance: Int { min(members.count / 2, CalendarLimits.seamDays) }

  /// The quotes that a pin shows within the distance from now.
  private func reservedPositions() -> Set<UInt32> {
    guard !pins.isEmpty, distance > 0 else { return [] }
    return Set((day + 1...day + distance).compactMap { pins.member(on: $0)?.position })
  }

  private func reservedCount(_ reserved: Set<UInt32>) -> Int {
    reserved.count { remainder.member(at: $0) != nil }
  }

  private mutating func choose(_ reserved: Set<UInt32>) -> DailyMember {
    let recent = Set(state.recent.suffix(distance).compactMap(\.self))
    let before = creators.number(of: state.lastCreator)
    let after = pins.member(on: day + 1).map { creators.number(of: $0.creator) } ?? 0
    let isRested = { (member: DailyMember) in !recent.contains(member.position) }
    let isFree = { (member: DailyMember) in
      isRested(member) && !reserved.contains(member.position)
    }
    let differs = { (member: DailyMember, creator: UInt32) in
      member.creator == 0 || member.creator != creator
    }
    if let urgent = urgentCreator(reserved), urgent != before, urgent != after,
      let member = remainder.take(where: { $0.creator == urgent && isFree($0) })
    {
      return original(member)
    }
    let member =
      remainder.take { isFree($0) && differs($0, before) && differs($0, after) }
      ?? remainder.take { isFree($0) && differs($0, before) }
      ?? remainder.take { isFree($0) && differs($0, after) }
      ?? remainder.take(where: isFree)
      // Only pins so close together that they leave no choice lead here.
      ?? remainder.take(where: isRested) ?? remainder.take { _ in true }
    guard let member else { preconditionFailure("A cycle ended before its last day.") }
    return original(member)
  }

  /// The creator who has more than half of what is left, those reserved for pins aside.
  private func urgentCreator(_ reserved: Set<UInt32>) -> UInt32? {
    guard !reserved.isEmpty else { return creator(withMoreThan: remainder.count / 2, [:]) }
    var pinned: [UInt32: Int] = [:]
    let members = reserved.compactMap { remainder.member(at: $0) }
    for member in members { pinned[member.creator, default: 0] += 1 }
    return creator(withMoreThan: (remainder.count - members.count) / 2, pinned)
  }

  private func creator(withMoreThan half: Int, _ pinned: [UInt32: Int]) -> UInt32? {
    guard remainder.mostOfOneCreator > half else { return nil }
    let counts = remainder.creatorCounts
    return counts.indices.first { creator in
      counts[creator] > half && counts[creator] - (pinned[UInt32(creator)] ?? 0) > half
    }.map(UInt32.init)
  }

  private func original(_ member: DailyMember) -> DailyMember {
    DailyMember(position: member.position, creator: creators.original(member.creator))
  }
}

/// The quote of a day, as a generator gives it.
package struct DailyPick: Hashable, Sendable {
  /// Its place in the catalogue.
  package let position: UInt32
  /// Whether an editor reserved the day for it.
  package let isPinned: Bool
  /// The number of the cycle, from 0 on.
  package let cycle: UInt32
  /// Its place among those of the cycle that had their turn, from 1 on; 0 where it was pinned.
  package let cyclePosition: UInt32
}
