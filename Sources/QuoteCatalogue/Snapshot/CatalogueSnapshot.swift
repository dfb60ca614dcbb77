// SPDX-License-Identifier: Apache-2.0

package import QuoteModel
internal import QuoteWire
internal import RPCCore
internal import Synchronization

/// The whole catalogue as it was at one revision. It never changes, and any thread may read it.
package final class CatalogueSnapshot: Sendable {
  /// The revision that it shows.
  package let revision: UInt64
  /// The revision of the last write that purged a quote; 0 where none was.
  let lastPurge: UInt64
  /// All quotes, the mature ones included.
  package let count: Int
  /// The quotes without the mature ones.
  package let generalCount: Int
  /// All calendars.
  package let calendars: DailyCalendars
  /// The tokens, by which callers show who they are.
  package let tokens: TokenTable

  let rows: CatalogueRows
  private let lazyCreators = AtomicLazyReference<CreatorIndex>()
  private let lazyTags = AtomicLazyReference<TagIndex>()
  /// The quotes that were deleted and have days.
  let keptQuotes: [QuoteID: KeptQuote]

  init(
    revision: UInt64, rows: CatalogueRows, calendars: DailyCalendars,
    keptQuotes: [QuoteID: KeptQuote], tokens: TokenTable, lastPurge: UInt64
  ) {
    self.revision = revision
    self.lastPurge = lastPurge
    self.rows = rows
    self.calendars = calendars
    self.keptQuotes = keptQuotes
    self.tokens = tokens
    count = rows.count
    generalCount = rows.generalCounts.reduce(0, +)
  }

  /// Whether what needs the quotes by creator can be asked on a loop: they are there, or are made in
  /// a moment.
  package var hasCreatorIndex: Bool {
    count <= Self.mostIndexedAtOnce || lazyCreators.load() != nil
  }

  /// Whether what needs the tags by name can be asked on a loop.
  package var hasTagIndex: Bool { count <= Self.mostIndexedAtOnce || lazyTags.load() != nil }

  /// The quotes of which an index is made in less than a millisecond.
  private static let mostIndexedAtOnce = 20_000

  /// Whether a filter can be asked for on a loop: among so many quotes what meets it is found in a
  /// moment, or it is known, or nothing needs to be looked for since the filter can't be.
  package func filtersAtOnce(_ filter: QuoteFilter?, unlessMoreThan most: Int) -> Bool {
    guard count > most, let filter, !filter.isEmpty, let canonical = try? filter.canonical() else {
      return true
    }
    return rows.filters.knows(canonical)
  }

  /// The quotes by creator; made when they are first asked for.
  var creatorIndex: CreatorIndex {
    lazyCreators.load() ?? lazyCreators.storeIfNil(CreatorIndex(rows))
  }

  /// The tags by name; made when they are first asked for.
  var tagIndex: TagIndex { lazyTags.load() ?? lazyTags.storeIfNil(TagIndex(rows)) }

  /// Finds a quote by its id; nil also for what can't be an id. Mature ones are found too.
  package func row(id: String) -> QuoteRow? {
    QuoteID(id).flatMap { rows.row(of: $0) }
  }

  /// Appends the encoded quote as the field 1 of a message: 0x0A, length, quote.
  package func append(_ row: QuoteRow, to output: inout [UInt8]) {
    let rows = rows.segments[row.segment].rows
    output += rows.bytes[rows.byteRange(row.row)]
  }

  /// The quote of a row, for where its meaning is needed.
  package func quote(at row: QuoteRow) -> Quote {
    let rows = rows.segments[row.segment].rows
    let bytes = rows.bytes[rows.byteRange(row.row)]
    do throws(WireError) {
      return try Quote(ready: bytes.span)
    } catch {
      preconditionFailure("The bytes of a quote that was encoded here can't be read: \(error)")
    }
  }
}
