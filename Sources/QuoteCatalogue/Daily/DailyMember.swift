// SPDX-License-Identifier: Apache-2.0

package import QuoteModel

/// A quote that a calendar can give to a day, by numbers of one catalogue.
package struct DailyMember: Hashable, Sendable {
  /// Its place in the catalogue.
  package let position: UInt32
  /// The number of its creator; 0 = unknown: two quotes without a creator may follow each other.
  package let creator: UInt32

  /// Names a quote.
  package init(position: UInt32, creator: UInt32) {
    self.position = position
    self.creator = creator
  }
}

/// The dates that are reserved for quotes, as far as the quotes are there.
package struct PinnedDays: Hashable, Sendable {
  /// By the days since 1970-01-01.
  private var dated: [Int: DailyMember] = [:]
  /// By month × 100 + day of the month.
  private var recurring: [Int: DailyMember] = [:]

  /// Creates none.
  package init() {}

  /// Whether no date is reserved.
  package var isEmpty: Bool { dated.isEmpty && recurring.isEmpty }

  /// Reserves a date, or a day of every year.
  package mutating func pin(_ member: DailyMember, on date: PinDate) {
    switch date {
    case .once(let date): dated[date.daysSinceEpoch] = member
    case .everyYear(let month, let day): recurring[month * 100 + day] = member
    }
  }

  /// The quote that a day is reserved for: a pin of the date beats one of every year.
  package func member(on day: Int) -> DailyMember? {
    if let member = dated[day] { return member }
    guard !recurring.isEmpty, let date = CivilDate(daysSinceEpoch: day) else { return nil }
    let (_, month, dayOfMonth) = date.components
    return recurring[month * 100 + dayOfMonth]
  }
}
