// SPDX-License-Identifier: Apache-2.0

/// What a calendar's next day depends on, of all the days before it.
///
/// It can be read off the days themselves, so nothing but them has to be kept.
package struct DailyState: Hashable, Sendable {
  /// The number of the present cycle, from 0 on.
  package private(set) var cycle: UInt32 = 0
  /// The place of the last quote that had its turn in the cycle; 0 where none had.
  package private(set) var cyclePosition: UInt32 = 0
  /// The positions of the quotes that the cycle has shown, pinned ones included.
  package private(set) var shown: Set<UInt32> = []
  /// The positions of the last days' quotes, the newest last; nil where a quote is gone.
  package private(set) var recent: [UInt32?] = []
  /// The creator of the last day's quote; 0 = unknown.
  package private(set) var lastCreator: UInt32 = 0

  /// Starts before the first day.
  package init() {}

  /// Goes on behind days, of which it needs those of the present cycle and the last
  /// `CalendarLimits.seamDays`.
  ///
  /// - Parameter member: The quote of a day, by what it is called there; nil where it is gone.
  package init(
    after days: some BidirectionalCollection<LedgerDay>, member: (QuoteID) -> DailyMember?
  ) {
    guard let last = days.last else { return }
    cycle = last.cycle
    lastCreator = member(last.quoteID)?.creator ?? 0
    var count = 0
    for day in days.reversed() {
      let isOfCycle = day.cycle == cycle
      guard isOfCycle || count < CalendarLimits.seamDays else { break }
      let position = member(day.quoteID)?.position
      if count < CalendarLimits.seamDays { recent.append(position) }
      if isOfCycle {
        if let position { shown.insert(position) }
        cyclePosition = max(cyclePosition, day.cyclePosition)
      }
      count += 1
    }
    recent.reverse()
  }

  /// Begins the next cycle.
  mutating func beginCycle() {
    cycle += 1
    cyclePosition = 0
    shown = []
  }

  /// Takes note of the quote of a day.
  mutating func show(_ member: DailyMember, isTurn: Bool) {
    shown.insert(member.position)
    if isTurn { cyclePosition += 1 }
    if recent.count == CalendarLimits.seamDays { recent.removeFirst() }
    recent.append(member.position)
    lastCreator = member.creator
  }
}
