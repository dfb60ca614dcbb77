// SPDX-License-Identifier: Apache-2.0

internal import QuoteDigest
package import QuoteModel

/// A day of a ledger.
package struct LedgerDay: Hashable, Sendable {
  /// The quote that the day has.
  package let quoteID: QuoteID
  /// How it came by it.
  package let reason: DailyReason
  /// The number of the cycle, from 0 on.
  package let cycle: UInt32
  /// Its place among those of the cycle that had their turn, from 1 on; 0 where an editor chose it.
  package let cyclePosition: UInt32
  /// The chain up to this day, see `DayChain`.
  package let chain: [UInt8]

  /// Creates a day.
  package init(
    quoteID: QuoteID, reason: DailyReason, cycle: UInt32, cyclePosition: UInt32, chain: [UInt8]
  ) {
    self.quoteID = quoteID
    self.reason = reason
    self.cycle = cycle
    self.cyclePosition = cyclePosition
    self.chain = chain
  }
}

/// The days of a calendar that are fixed: every one from the first on, without a gap.
///
/// Days are only added behind the others. What is fixed changes in two ways only, both for an
/// administrator: `replace` and `withdraw`; the chain is then another one from that day on.
package struct Ledger: Hashable, Sendable {
  /// The calendar's id.
  package let calendar: String
  /// The first day, fixed or not.
  package let firstDate: CivilDate
  /// The days, from the first on.
  package private(set) var days: [LedgerDay] = []

  /// Creates the ledger of a calendar, with no day fixed.
  package init(calendar: String, firstDate: CivilDate) {
    self.calendar = calendar
    self.firstDate = firstDate
  }

  /// The last date that is fixed; nil where none is.
  package var lastDate: CivilDate? {
    days.isEmpty ? nil : firstDate.adding(days: days.count - 1)
  }

  /// The first date that isn't fixed; nil at the end of the year 9999.
  package var nextDate: CivilDate? { firstDate.adding(days: days.count) }

  /// A date's day; nil where it isn't fixed.
  package subscript(date: CivilDate) -> LedgerDay? {
    let index = date.days(since: firstDate)
    return days.indices.contains(index) ? days[index] : nil
  }

  /// The date of a day, by its place.
  package func date(at index: Int) -> CivilDate { firstDate.adding(days: index) ?? .last }

  /// Adds a day that was fixed elsewhere, as it is.
  package mutating func append(_ day: LedgerDay) { days.append(day) }

  /// Fixes the next date to a quote.
  package mutating func fix(
    _ quoteID: QuoteID, reason: DailyReason, cycle: UInt32, cyclePosition: UInt32
  ) {
    var chain = DayChain(after: days.last?.chain ?? DayChain.start)
    let date = date(at: days.count)
    let value = chain.add(
      calendar: calendar, date: date.description, quoteID: quoteID.description, reason: reason)
    days.append(
      LedgerDay(
        quoteID: quoteID, reason: reason, cycle: cycle, cyclePosition: cyclePosition, chain: value))
  }

  /// Puts another quote in the place of the one that a fixed date has; returns the places of all
  /// days that are different now.
  package mutating func replace(_ date: CivilDate, with quoteID: QuoteID) -> Range<Int> {
    let index = date.days(since: firstDate)
    guard days.indices.contains(index) else { return 0..<0 }
    days[index] = LedgerDay(
      quoteID: quoteID, reason: .replaced, cycle: days[index].cycle, cyclePosition: 0, chain: [])
    return chainAnew(from: index)
  }

  /// Marks a quote as withdrawn wherever it is; returns the places of all days that are different
  /// now.
  package mutating func withdraw(_ quoteID: QuoteID) -> Range<Int> {
    var first: Int?
    for (index, day) in days.enumerated() {
      guard day.quoteID == quoteID, day.reason != .withdrawn else { continue }
      first = first ?? index
      days[index] = LedgerDay(
        quoteID: quoteID, reason: .withdrawn, cycle: day.cycle, cyclePosition: day.cyclePosition,
        chain: [])
    }
    return first.map { chainAnew(from: $0) } ?? 0..<0
  }

  private mutating func chainAnew(from first: Int) -> Range<Int> {
    var chain = DayChain(after: first == 0 ? DayChain.start : days[first - 1].chain)
    for index in first..<days.count {
      let day = days[index]
      let value = chain.add(
        calendar: calendar, date: date(at: index).description, quoteID: day.quoteID.description,
        reason: day.reason)
      days[index] = LedgerDay(
        quoteID: day.quoteID, reason: day.reason, cycle: day.cycle,
        cyclePosition: day.cyclePosition, chain: value)
    }
    return first..<days.count
  }
}
