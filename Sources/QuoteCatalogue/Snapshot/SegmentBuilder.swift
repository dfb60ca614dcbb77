// SPDX-License-Identifier: Apache-2.0

/// Collects rows in catalogue order and cuts them into segments.
struct SegmentBuilder {
  private var segments: [Segment] = []
  private var rows = SegmentRows()

  /// Adds a row behind the others.
  mutating func append(_ row: SegmentRows.Row) {
    if rows.count == Segment.capacity { seal() }
    rows.append(row)
  }

  /// Adds neighbouring rows of another segment behind the others.
  mutating func append(_ range: Range<Int>, of other: SegmentRows) {
    var range = range
    while !range.isEmpty {
      if rows.count == Segment.capacity { seal() }
      let count = min(range.count, Segment.capacity - rows.count)
      rows.append(range.lowerBound..<range.lowerBound + count, of: other)
      range = range.lowerBound + count..<range.upperBound
    }
  }

  /// Returns the segments of all rows.
  consuming func finish() -> [Segment] {
    if rows.count > 0 { seal() }
    return segments
  }

  private mutating func seal() {
    segments.append(Segment(rows))
    rows.removeAll()
  }
}
