// SPDX-License-Identifier: Apache-2.0

package import QuoteModel

/// A quote as the store has it.
package struct StoredQuote: Sendable, Hashable {
  /// Its place in the catalogue, from 1 on: given when it was added, never changed or given again.
  package let position: Int64
  /// The quote with its id, times and etag.
  package let quote: Quote
  /// The length of its text in graphemes.
  package let length: Int
  /// Whether it was deleted; then only its id and its place are still taken.
  package let isDeleted: Bool
}

/// A calendar as the store has it.
package struct StoredCalendar: Sendable, Hashable {
  /// Its name.
  package let id: String
  /// The IANA zone of callers that name none.
  package let timeZone: String
  /// The encoded filter; what it means is not the store's business.
  package let filter: [UInt8]
  /// What makes its order its own.
  package let seed: UInt64
  /// The first date that it has a quote for.
  package let firstDate: CivilDate

  /// Declares a calendar.
  package init(
    id: String, timeZone: String, filter: [UInt8], seed: UInt64, firstDate: CivilDate
  ) {
    self.id = id
    self.timeZone = timeZone
    self.filter = filter
    self.seed = seed
    self.firstDate = firstDate
  }
}

/// A quote that has what is asked for: its id, or its content.
package enum StoredMatch: Sendable, Hashable {
  /// It is in the catalogue.
  case living(id: String)
  /// It was deleted.
  case deleted(id: String)
}

extension Timestamp {
  /// The moment in whole milliseconds since 1970, rounded down.
  var milliseconds: Int64 { seconds * 1_000 + Int64(nanoseconds / 1_000_000) }

  /// The moment so many milliseconds after 1970, negative for before.
  init(milliseconds: Int64) {
    let (quotient, remainder) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
    let isBefore = remainder < 0
    self.init(
      seconds: isBefore ? quotient - 1 : quotient,
      nanoseconds: Int32(isBefore ? remainder + 1_000 : remainder) * 1_000_000)
  }
}
