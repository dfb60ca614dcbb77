// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteStore
internal import QuoteWire

/// The whole catalogue at one revision, handed out part by part in catalogue order.
package struct CatalogueExport: Sendable {
  /// The revision of all of it.
  package let revision: UInt64
  /// The quotes that it has, deleted ones included where they were asked for.
  package let count: Int

  private let rows: CatalogueRows
  /// By position.
  private let deleted: [StoredQuote]
  private var segment = 0
  private var row = 0
  private var nextDeleted = 0

  /// Begins to export a snapshot and, with it, what the store holds as deleted at its revision.
  init(of snapshot: CatalogueSnapshot, deleted: [StoredQuote]) {
    revision = snapshot.revision
    count = snapshot.count + deleted.count
    rows = snapshot.rows
    self.deleted = deleted
  }

  /// Appends the next quotes, each as the field 1 of a message, until at least so many bytes have
  /// come; false where none was left. The part is longer than asked for by less than one quote.
  package mutating func appendPart(of byteCount: Int, to output: inout [UInt8]) -> Bool {
    let start = output.count
    while output.count - start < byteCount, appendNext(to: &output) {}
    return output.count > start
  }

  private mutating func appendNext(to output: inout [UInt8]) -> Bool {
    while segment < rows.segments.count, row == rows.segments[segment].count {
      segment += 1
      row = 0
    }
    let isLiving = segment < rows.segments.count
    if nextDeleted < deleted.count {
      let stored = deleted[nextDeleted]
      let isFirst =
        !isLiving || stored.position < Int64(rows.segments[segment].rows.positions[row])
      if isFirst {
        nextDeleted += 1
        stored.exported.appendReady(to: &output)
        return true
      }
    }
    guard isLiving else { return false }
    let living = rows.segments[segment].rows
    output += living.bytes[living.byteRange(row)]
    row += 1
    return true
  }
}

extension StoredQuote {
  /// The quote with the time of its deletion, which is the last thing that happened to it.
  fileprivate var exported: Quote {
    var quote = quote
    quote.deleteTime = quote.updateTime
    return quote
  }
}
