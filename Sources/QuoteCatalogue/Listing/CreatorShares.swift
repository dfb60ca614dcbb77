// SPDX-License-Identifier: Apache-2.0

/// How many of some rows each creator has.
final class CreatorShares: Sendable {
  /// By the creators' numbers.
  let counts: [UInt32]
  /// The creators who have any, in the order of their first rows: the same on every server, which
  /// their numbers are not.
  let creators: [UInt32]

  init(of filtered: FilteredRows, in rows: CatalogueRows) {
    var counts = [UInt32](repeating: 0, count: rows.creators.count)
    var creators: [UInt32] = []
    for (segment, mask) in zip(rows.segments, filtered.masks) {
      let column = segment.rows.creators
      var next = 0
      while let run = mask.run(from: next) {
        for row in run {
          let creator = column[row]
          if counts[Int(creator)] == 0 { creators.append(creator) }
          counts[Int(creator)] += 1
        }
        next = run.upperBound
      }
    }
    self.counts = counts
    self.creators = creators
  }
}
