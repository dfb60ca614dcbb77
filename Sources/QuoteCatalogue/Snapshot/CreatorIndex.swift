// SPDX-License-Identifier: Apache-2.0

/// The quotes of each creator, and the creators by name: about five bytes a quote.
///
/// A snapshot has one as soon as somebody asks for the order CREATOR, for creators, or for a draw
/// that is balanced by them. Making it visits every row, some milliseconds for a million.
final class CreatorIndex: Sendable {
  /// The creators' numbers, sorted by name.
  let order: [UInt32]
  /// How many quotes that are not mature each creator has, by number.
  let generalCounts: [UInt32]
  /// The positions of the quotes, those of each creator together and rising.
  private let positions: [UInt32]
  /// Where those of each creator end, by number.
  private let ends: [Int]

  init(_ rows: CatalogueRows) {
    var counts = [Int](repeating: 0, count: rows.creators.count)
    var generalCounts = [UInt32](repeating: 0, count: rows.creators.count)
    for segment in rows.segments {
      let isMature = segment.rows.isMature
      for (row, creator) in segment.rows.creators.enumerated() {
        counts[Int(creator)] += 1
        generalCounts[Int(creator)] += isMature[row] ? 0 : 1
      }
    }
    var next: [Int] = []
    next.reserveCapacity(counts.count)
    var total = 0
    for count in counts {
      next.append(total)
      total += count
    }
    var positions = [UInt32](repeating: 0, count: total)
    for segment in rows.segments {
      let column = segment.rows.positions
      for (row, creator) in segment.rows.creators.enumerated() {
        positions[next[Int(creator)]] = column[row]
        next[Int(creator)] += 1
      }
    }
    order = rows.nameOrders.creators(of: rows)
    self.generalCounts = generalCounts
    self.positions = positions
    ends = next
  }

  /// The positions of a creator's quotes, rising.
  func positions(of creator: UInt32) -> ArraySlice<UInt32> {
    positions[(creator == 0 ? 0 : ends[Int(creator) - 1])..<ends[Int(creator)]]
  }

  /// The first place in the order whose name is not before the one given.
  func place(of key: NameKey, in rows: CatalogueRows) -> Int {
    order.firstPlace { !(NameKey(rows.creators.name($0)) < key) }
  }
}

/// The tags by name, and how many quotes have each.
final class TagIndex: Sendable {
  /// The tags' numbers, sorted by name.
  let order: [UInt32]
  /// How many quotes that are not mature have each tag, by number.
  let generalCounts: [UInt32]

  init(_ rows: CatalogueRows) {
    var counts = [UInt32](repeating: 0, count: rows.tags.count)
    for segment in rows.segments {
      let columns = segment.rows
      for row in 0..<columns.count where !columns.isMature[row] {
        for index in columns.tagRange(row) { counts[Int(columns.tags[index])] += 1 }
      }
    }
    order = rows.nameOrders.tags(of: rows)
    generalCounts = counts
  }
}
