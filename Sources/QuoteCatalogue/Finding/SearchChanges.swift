// SPDX-License-Identifier: Apache-2.0

/// What has to happen to an index that shows one snapshot so that it shows another.
struct SearchChanges {
  /// Positions whose quotes the index has as the older snapshot has them, and must not have any
  /// more; rising.
  private(set) var removed: [UInt32] = []
  /// Positions whose quotes it must have as the newer snapshot has them; rising.
  private(set) var added: [UInt32] = []

  /// Compares two snapshots; what they share is not looked at.
  init(from old: CatalogueRows, to new: CatalogueRows) {
    let changes = SegmentChanges(from: old.serials, to: new.serials)
    let shared = Set(old.serials[changes.old]).intersection(new.serials[changes.new])
    let before = Self.rows(of: old, in: changes.old, without: shared)
    let after = Self.rows(of: new, in: changes.new, without: shared)
    var next = 0
    for (position, row) in after {
      while next < before.count, before[next].position < position {
        removed.append(before[next].position)
        next += 1
      }
      if next < before.count, before[next].position == position {
        let isSame = old.bytes(of: before[next].row) == new.bytes(of: row)
        next += 1
        if isSame { continue }
        removed.append(position)
      }
      added.append(position)
    }
    removed += before[next...].map(\.position)
  }

  /// Adds quotes to an index that lacks them.
  init(adding positions: [UInt32]) { added = positions }

  /// How many quotes it is about.
  var count: Int { max(removed.count, added.count) }

  private static func rows(
    of rows: CatalogueRows, in segments: Range<Int>, without shared: Set<UInt64>
  ) -> [(position: UInt32, row: QuoteRow)] {
    segments.lazy.filter { !shared.contains(rows.serials[$0]) }.flatMap { index in
      rows.segments[index].rows.positions.enumerated().map { row, position in
        (position, QuoteRow(segment: index, row: row))
      }
    }
  }
}

extension SearchChanges {
  /// The changes in portions, by position, so that a quote that is replaced goes and comes in one.
  func portions(of size: Int) -> [SearchChanges] {
    var portions: [SearchChanges] = []
    var (removedStart, addedStart) = (0, 0)
    while removedStart < removed.count || addedStart < added.count {
      let ends = [
        removedStart + size < removed.count ? removed[removedStart + size] : nil,
        addedStart + size < added.count ? added[addedStart + size] : nil,
      ]
      let end = ends.compactMap(\.self).min()
      let removedEnd = end.map { removed.lowerBound(of: $0) } ?? removed.count
      let addedEnd = end.map { added.lowerBound(of: $0) } ?? added.count
      var portion = SearchChanges(adding: Array(added[addedStart..<addedEnd]))
      portion.removed = Array(removed[removedStart..<removedEnd])
      portions.append(portion)
      (removedStart, addedStart) = (removedEnd, addedEnd)
    }
    return portions
  }
}

extension CatalogueRows {
  /// The encoded quote of a row, with its tag and length.
  func bytes(of row: QuoteRow) -> ArraySlice<UInt8> {
    let rows = segments[row.segment].rows
    return rows.bytes[rows.byteRange(row.row)]
  }

  /// A checksum of the quote of a row and of its place: the same only where all of it is the same.
  func checksum(of row: QuoteRow) -> UInt64 {
    var hash = StableHash()
    hash.combine(number: UInt64(segments[row.segment].rows.positions[row.row]))
    let bytes = bytes(of: row)
    for index in bytes.indices { hash.combine(bytes[index]) }
    return hash.value
  }
}
