// SPDX-License-Identifier: Apache-2.0

/// Fills one page with runs of rows, within its limits.
struct PageCollector {
  /// Whether there was a row that the page had no room for.
  private(set) var isFull = false
  /// The page's last row.
  private(set) var last: QuoteRow?
  /// The page's rows.
  private(set) var rowCount = 0

  private let rowLimit: Int
  private var byteCount = 0
  private var skip: Int

  /// Starts a page that passes over rows first.
  init(rowLimit: Int, skip: Int) {
    self.rowLimit = rowLimit
    self.skip = skip
  }

  /// Passes over a whole segment with so many matching rows, if all of them are to be skipped.
  mutating func skips(_ count: Int) -> Bool {
    guard count <= skip else { return false }
    skip -= count
    return true
  }

  /// Takes as many of the rows, which follow each other, as it may.
  mutating func take(
    _ run: Range<Int>, of segment: Int, _ rows: SegmentRows, _ output: inout [UInt8]
  ) {
    let skipped = min(skip, run.count)
    skip -= skipped
    let start = run.lowerBound + skipped
    var end = min(run.upperBound, start + rowLimit - rowCount)
    while end > start, byteCount + rows.byteRange(start..<end).count > PageLimits.mostBytes,
      rowCount + end - start > 1
    {
      end -= 1
    }
    if end > start {
      let range = rows.byteRange(start..<end)
      output += rows.bytes[range]
      byteCount += range.count
      rowCount += end - start
      last = QuoteRow(segment: segment, row: end - 1)
    }
    isFull = end < run.upperBound
  }
}
