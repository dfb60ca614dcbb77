// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The rows of a catalogue that meet a filter, for any number of pages, draws and searches.
final class FilteredRows: Sendable {
  /// The version of the rows that it is about.
  let version: UInt64
  /// The rows of each segment.
  let masks: [RowMask]
  /// How many rows there are in the segments before each, and in all at the end.
  let starts: [Int]

  private let serials: [UInt64]
  private let firstPositions: [UInt32]
  private let shares = AtomicLazyReference<CreatorShares>()

  /// Looks for the rows; what an older look at the same filter found holds for segments that stayed.
  init(_ matcher: RowMatcher, in rows: CatalogueRows, sharing older: FilteredRows?) {
    version = rows.version
    var masks: [RowMask] = []
    var starts = [0]
    masks.reserveCapacity(rows.segments.count)
    starts.reserveCapacity(rows.segments.count + 1)
    for index in rows.segments.indices {
      let known = older?.mask(serial: rows.serials[index], first: rows.firstPositions[index])
      let mask = known ?? matcher.mask(of: rows.segments[index])
      masks.append(mask)
      starts.append((starts.last ?? 0) + mask.count)
    }
    self.masks = masks
    self.starts = starts
    serials = rows.serials
    firstPositions = rows.firstPositions
  }

  /// What was found in a segment, if it was there: told by its number and its first position.
  private func mask(serial: UInt64, first position: UInt32) -> RowMask? {
    let index = firstPositions.lowerBound(of: position)
    return index < serials.count && serials[index] == serial ? masks[index] : nil
  }

  /// How many rows there are.
  var total: Int { starts.last ?? 0 }

  /// How many rows there are in a segment.
  func count(in segment: Int) -> Int { starts[segment + 1] - starts[segment] }

  /// Whether a row is among them.
  func contains(_ row: QuoteRow) -> Bool { masks[row.segment].contains(row.row) }

  /// The row before which there are so many others; the number must be below `total`.
  func row(number: Int) -> QuoteRow {
    let segment = starts.lowerBound(of: number + 1) - 1
    guard let row = masks[segment].row(number: number - starts[segment]) else {
      preconditionFailure("There is no row number \(number) of \(total).")
    }
    return QuoteRow(segment: segment, row: row)
  }

  /// How many rows are before one.
  func number(of row: QuoteRow) -> Int {
    starts[row.segment] + masks[row.segment].count(before: row.row)
  }

  /// How many of the rows each creator has; worked out when it is first asked for.
  func shares(in rows: CatalogueRows) -> CreatorShares {
    if let shares = shares.load() { return shares }
    return shares.storeIfNil(CreatorShares(of: self, in: rows))
  }
}
