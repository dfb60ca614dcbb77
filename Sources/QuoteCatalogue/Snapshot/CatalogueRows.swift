// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// All living quotes in catalogue order, and how to find them: what a snapshot is made of.
///
/// A value: its copy shares everything, and a change to it replaces only the segments and the parts
/// of the tables that it touches.
struct CatalogueRows: Sendable {
  /// Rises with each change, in all of the process.
  private(set) var version = Self.nextVersion()
  /// What was worked out of these rows and of those before them.
  let filters = FilterCache()
  /// The names in the order in which people look for them.
  let nameOrders = NameOrders()
  /// How many there are.
  private(set) var count = 0
  /// The segments, by position.
  private(set) var segments: [Segment] = []
  /// The serial number of each segment: beside each other, so that a look need not visit them.
  private(set) var serials: [UInt64] = []
  /// The first position of each segment.
  private(set) var firstPositions: [UInt32] = []
  /// The rows of each segment that are not mature.
  private(set) var generalCounts: [Int] = []
  /// Those of them in each language that has any, by its number.
  private(set) var languageCounts: [UInt32: Int] = [:]
  /// Positions by id.
  private var ids: FingerprintIndex
  /// The numbers of the creators' names.
  private(set) var creators: NameTable
  /// The numbers of the tags.
  private(set) var tags: NameTable
  /// The numbers of the languages' tags.
  private(set) var languages: NameTable

  /// Starts with rows in catalogue order, and where each id is.
  init(
    segments: [Segment], positionsByID: [(hash: UInt64, number: UInt32)], names: QuoteEncoder
  ) {
    ids = FingerprintIndex(positionsByID)
    creators = names.creators
    tags = names.tags
    languages = names.languages
    replace(0..<0, with: segments)
  }

  /// Finds the row at a position.
  func row(at position: UInt32) -> QuoteRow? {
    let segment = segmentIndex(of: position)
    guard segment >= 0, let row = segments[segment].row(at: position) else { return nil }
    return QuoteRow(segment: segment, row: row)
  }

  /// Finds the row of the quote with an id.
  func row(of id: QuoteID) -> QuoteRow? {
    var found: QuoteRow?
    _ = ids.first(id.high) { position in
      guard let row = row(at: position), self.id(at: row) == id else { return false }
      found = row
      return true
    }
    return found
  }

  /// The id of the quote at a position; nil where there is none.
  func id(at position: UInt32) -> QuoteID? { row(at: position).flatMap { id(at: $0) } }

  /// The segment in which a position is or would be, or -1 before the first.
  func segmentIndex(of position: UInt32) -> Int {
    let index = firstPositions.lowerBound(of: position)
    return index < firstPositions.count && firstPositions[index] == position ? index : index - 1
  }

  /// The id of a row, read from its encoded quote: it is the first field.
  private func id(at row: QuoteRow) -> QuoteID? {
    let rows = segments[row.segment].rows
    let range = rows.byteRange(row.row)
    // The quote's tag, the varint of its length, the id's tag and its length.
    guard var index = rows.bytes[range].dropFirst().firstIndex(where: { $0 < 0x80 }) else {
      return nil
    }
    index += 3
    guard index + QuoteID.characterCount <= range.upperBound else { return nil }
    return QuoteID(
      characters: rows.bytes.span.extracting(index..<index + QuoteID.characterCount))
  }
}

extension CatalogueRows {
  private static let newestVersion = Atomic<UInt64>(0)

  private static func nextVersion() -> UInt64 {
    newestVersion.add(1, ordering: .relaxed).newValue
  }

  /// One thing that happened to the row at a position.
  struct Change {
    let id: QuoteID
    let position: UInt32
    /// What the row is now; nil where it was removed.
    let row: SegmentRows.Row?
  }

  /// Applies changes, which are in the order of their positions, each position once; they were
  /// encoded with names that begin with those of these rows.
  mutating func apply(_ changes: [Change], names: QuoteEncoder) {
    version = Self.nextVersion()
    creators = names.creators
    tags = names.tags
    languages = names.languages
    for change in changes {
      let isThere = row(at: change.position) != nil
      if change.row != nil, !isThere { ids.insert(change.id.high, change.position) }
      if change.row == nil, isThere { ids.remove(change.id.high, change.position) }
    }
    // From the last segment to the first, so that replacing one doesn't move those to come.
    var end = changes.endIndex
    while end > changes.startIndex {
      let segment = max(segmentIndex(of: changes[end - 1].position), 0)
      var start = end - 1
      while start > 0, max(segmentIndex(of: changes[start - 1].position), 0) == segment {
        start -= 1
      }
      let old = segments.indices.contains(segment) ? segment..<segment + 1 : 0..<0
      let new = Self.merged(segments[old].first?.rows, changes[start..<end])
      replace(old, with: new)
      end = start
    }
  }

  /// Puts segments in the place of others, and keeps up with it what is known of them together.
  private mutating func replace(_ range: Range<Int>, with new: [Segment]) {
    for segment in segments[range] {
      count -= segment.count
      for (language, number) in segment.languageCounts {
        let left = languageCounts[language, default: 0] - number
        languageCounts[language] = left == 0 ? nil : left
      }
    }
    for segment in new {
      count += segment.count
      for (language, number) in segment.languageCounts {
        languageCounts[language, default: 0] += number
      }
    }
    segments.replaceSubrange(range, with: new)
    serials.replaceSubrange(range, with: new.map(\.serial))
    firstPositions.replaceSubrange(range, with: new.compactMap(\.rows.positions.first))
    generalCounts.replaceSubrange(range, with: new.map(\.generalCount))
  }

  /// Segments with the rows of an old one and the changes in it.
  private static func merged(_ old: SegmentRows?, _ changes: ArraySlice<Change>) -> [Segment] {
    let old = old ?? SegmentRows()
    var builder = SegmentBuilder()
    var next = 0
    for change in changes {
      let place = old.positions.lowerBound(of: change.position)
      builder.append(next..<place, of: old)
      let isThere = place < old.count && old.positions[place] == change.position
      next = isThere ? place + 1 : place
      if let row = change.row { builder.append(row) }
    }
    builder.append(next..<old.count, of: old)
    return builder.finish()
  }
}
