// SPDX-License-Identifier: Apache-2.0

package import QuoteModel

/// The chain of hashes over a calendar's fixed days: who keeps one of them can tell whether any day
/// up to it was rewritten.
///
/// A day's chain is the SHA-256 of the chain of the day before (32 zero bytes before the first day)
/// followed by the UTF-8 of
///
///     CALENDAR LF DATE LF QUOTE-ID LF REASON LF
///
/// with the date as YYYY-MM-DD and the reason as the decimal number of its `DailyReason`. No part
/// can hold a line feed, so no two days have the same bytes.
package struct DayChain: ~Copyable {
  /// The chain before a calendar's first day.
  package static let start = [UInt8](repeating: 0, count: SHA256.digestBytes)

  /// The chain of the day that was added last.
  package private(set) var value: [UInt8]
  private var hash = SHA256()

  /// Goes on behind a day with a chain.
  package init(after value: [UInt8] = Self.start) { self.value = value }

  /// Adds a day, and returns its chain.
  @discardableResult
  package mutating func add(
    calendar: String, date: String, quoteID: String, reason: DailyReason
  ) -> [UInt8] {
    let previous = value
    hash.update(previous.span)
    let day = Array("\(calendar)\n\(date)\n\(quoteID)\n\(reason.rawValue)\n".utf8)
    hash.update(day.span)
    value = hash.finish()
    return value
  }
}
