// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel

/// The quotes of a calendar's days, from its first on.
///
/// Days come in cycles in which each quote of the calendar has one. The order within a cycle is
/// that of a hash of (seed, cycle, position): one more quote moves those behind it by a day, it does
/// not shuffle them. From that order a quote is put off while the day before had the same creator,
/// or while it was itself shown within the last days of the cycle before.
struct DailySchedule: Sendable {
  /// The quotes of a cycle.
  let cycleLength: Int
  /// The position of each day's quote; empty where the calendar has none.
  let positions: [UInt32]

  /// A quote of the calendar.
  struct Member {
    let position: UInt32
    /// 0 = unknown: two quotes without a creator may follow each other.
    let creator: UInt32
  }

  /// Lays out a calendar's days over a catalogue.
  init(rows: CatalogueRows, calendar: CalendarRules, dayCount: Int) {
    var members: [Member] = []
    if let filter = try? calendar.filter.canonical() {
      let matcher = RowMatcher(filter, in: rows)
      for segment in rows.segments {
        let mask = matcher.mask(of: segment)
        var next = 0
        while let run = mask.run(from: next) {
          for row in run {
            members.append(
              Member(
                position: segment.rows.positions[row], creator: segment.rows.creators[row]))
          }
          next = run.upperBound
        }
      }
    }
    self.init(members: members, seed: calendar.seed, dayCount: dayCount)
  }

  /// Lays out the days of some quotes.
  init(members: [Member], seed: UInt64, dayCount: Int) {
    cycleLength = members.count
    guard !members.isEmpty else {
      positions = []
      return
    }
    // Where there are many cycles, each counts the creators anew.
    let members = members.count < dayCount ? Self.renumbered(members) : members
    let creatorCounts = Self.creatorCounts(of: members)
    var deal = CycleDeal(distance: min(members.count / 2, 30))
    var cycle: UInt64 = 0
    while deal.positions.count < dayCount {
      let wanted = min(members.count, dayCount - deal.positions.count)
      let order = CycleOrder(
        members: Self.order(members, seed: seed, cycle: cycle, wanted: wanted),
        cycleLength: members.count, creatorCounts: creatorCounts)
      deal.deal(order, wanted: wanted)
      cycle += 1
    }
    positions = deal.positions
  }

  /// The members with creators numbered from 1 on without gaps, so that arrays can count them.
  private static func renumbered(_ members: [Member]) -> [Member] {
    let most = members.reduce(0) { max($0, $1.creator) }
    var numbers = [UInt32](repeating: 0, count: Int(most) + 1)
    var count: UInt32 = 0
    return members.map { member in
      if member.creator != 0, numbers[Int(member.creator)] == 0 {
        count += 1
        numbers[Int(member.creator)] = count
      }
      return Member(position: member.position, creator: numbers[Int(member.creator)])
    }
  }

  private static func creatorCounts(of members: [Member]) -> [Int] {
    let most = members.reduce(0) { max($0, $1.creator) }
    var counts = [Int](repeating: 0, count: Int(most) + 1)
    for member in members where member.creator != 0 { counts[Int(member.creator)] += 1 }
    return counts
  }

  /// The members of a cycle in its order; of a large calendar the first ones only.
  private static func order(
    _ members: [Member], seed: UInt64, cycle: UInt64, wanted: Int
  ) -> [Member] {
    let key = StableHash.mix(seed ^ StableHash.mix(cycle))
    // Twice what is needed leaves room for those that are put off.
    let enough = wanted * 2 + 1_024
    let threshold =
      members.count <= enough ? UInt64.max : UInt64.max / UInt64(members.count) * UInt64(enough)
    var keyed: [(key: UInt64, member: Member)] = []
    for member in members {
      let hash = StableHash.mix(key ^ UInt64(member.position))
      if hash <= threshold { keyed.append((hash, member)) }
    }
    // `mix` is one to one, so no two members have the same key.
    keyed.sort { $0.key < $1.key }
    return keyed.map(\.member)
  }
}
