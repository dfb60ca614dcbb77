// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// About a thousand neighbouring quotes of the catalogue, encoded and ready to be sent.
///
/// It never changes: snapshots share segments, and a change makes a new one in place of the old.
final class Segment: Sendable {
  /// The rows that a segment holds at most.
  static let capacity = RowMask.capacity

  /// Tells it from every other segment of the process: what was worked out for it stays true.
  let serial: UInt64
  /// Its rows.
  let rows: SegmentRows
  /// Which rows are of rating MATURE.
  let mature: RowMask
  /// The rows that are not.
  let generalCount: Int
  /// Those of them in each language, by its number.
  let languageCounts: [UInt32: Int]
  /// From the shortest text to the longest, in graphemes; nil where there is none.
  let lengths: ClosedRange<UInt16>?
  /// The number of the language of all rows; nil where there are several.
  let onlyLanguage: UInt32?

  private static let newestSerial = Atomic<UInt64>(0)

  /// Seals the rows that were collected.
  init(_ rows: SegmentRows) {
    precondition(rows.count <= Self.capacity, "A segment was overfilled.")
    var rows = rows
    rows.trim()
    mature = RowMask(count: rows.count) { rows.isMature[$0] }
    generalCount = rows.count - mature.count
    lengths = rows.lengths.min().flatMap { least in rows.lengths.max().map { least...$0 } }
    onlyLanguage = rows.languages.first.flatMap { first in
      rows.languages.allSatisfy { $0 == first } ? first : nil
    }
    serial = Self.newestSerial.add(1, ordering: .relaxed).newValue
    var counts: [UInt32: Int] = [:]
    for (row, language) in rows.languages.enumerated() where !rows.isMature[row] {
      counts[language, default: 0] += 1
    }
    languageCounts = counts
    self.rows = rows
  }

  var count: Int { rows.count }

  /// The row at a position of the catalogue, if it is here.
  func row(at position: UInt32) -> Int? {
    let positions = rows.positions
    guard let first = positions.first, position >= first else { return nil }
    // Nearly always no position is missing.
    let guess = Int(position - first)
    if guess < positions.count, positions[guess] == position { return guess }
    let row = positions.lowerBound(of: position)
    return row < positions.count && positions[row] == position ? row : nil
  }
}
