// SPDX-License-Identifier: Apache-2.0

/// About a thousand neighbouring quotes of the catalogue, encoded and ready to be sent.
///
/// It never changes: snapshots share segments, and a change makes a new one in place of the old.
final class Segment: Sendable {
  /// The rows that a segment holds at most.
  static let capacity = RowMask.capacity

  /// Its rows.
  let rows: SegmentRows
  /// Which rows are of rating MATURE.
  let mature: RowMask
  /// The rows that are not.
  let generalCount: Int

  /// Seals the rows that were collected.
  init(_ rows: SegmentRows) {
    precondition(rows.count <= Self.capacity, "A segment was overfilled.")
    var rows = rows
    rows.trim()
    mature = RowMask(count: rows.count) { rows.isMature[$0] }
    generalCount = rows.count - mature.count
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
