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
  /// Whether it was deleted; then only its id, its place and its content are still taken.
  package let isDeleted: Bool
  /// Whether its text was erased for good; it is deleted, too, then.
  package let isPurged: Bool
}

/// A quote's content as a write puts it into its row.
package struct StoredContent: Sendable, Hashable {
  /// The quote with its id; its times and etag are not used.
  package let quote: Quote
  /// What no two living quotes share.
  package let contentKey: String
  /// What quotes share that resemble each other; nil where there is no text.
  package let nearKey: Int64?
  /// The length of the text in graphemes.
  package let length: Int

  /// Puts a quote's content together.
  package init(_ quote: Quote, contentKey: String, nearKey: Int64?, length: Int) {
    self.quote = quote
    self.contentKey = contentKey
    self.nearKey = nearKey
    self.length = length
  }
}

/// What a quote brings along that was in a catalogue before: its times, and whether it was deleted.
package struct StoredPast: Sendable, Hashable {
  /// When it was added there.
  package let created: Timestamp
  /// When it was last changed there; of a deleted one, when it was deleted.
  package let updated: Timestamp
  /// Whether it was deleted there.
  package let isDeleted: Bool
  /// Whether its text was erased there.
  package let isPurged: Bool

  /// Declares a past.
  package init(created: Timestamp, updated: Timestamp, isDeleted: Bool, isPurged: Bool) {
    self.created = created
    self.updated = updated
    self.isDeleted = isDeleted
    self.isPurged = isPurged
  }
}

/// A quote that has what is asked for: its id, or its content.
package enum StoredMatch: Sendable, Hashable {
  /// It is in the catalogue.
  case living(id: String)
  /// It was deleted.
  case deleted(id: String)
  /// Its text was erased for good.
  case purged(id: String)
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
