// SPDX-License-Identifier: Apache-2.0

/// Rows of the catalogue by columns: the encoded quotes, and beside them what filters ask for.
struct SegmentRows: Sendable {
  /// The quotes one after the other, each as the field 1 of a message: 0x0A, length, quote.
  private(set) var bytes: [UInt8] = []
  /// Where each quote ends in `bytes`.
  private(set) var ends: [UInt32] = []
  /// The place of each quote in the catalogue, rising.
  private(set) var positions: [UInt32] = []
  /// Numbers of the table of creators.
  private(set) var creators: [UInt32] = []
  /// Numbers of the table of languages.
  private(set) var languages: [UInt32] = []
  /// Graphemes of the texts.
  private(set) var lengths: [UInt16] = []
  /// Which quotes are of rating MATURE.
  private(set) var isMature: [Bool] = []
  /// Numbers of the table of tags, those of each quote together.
  private(set) var tags: [UInt32] = []
  /// Where those of each quote end in `tags`.
  private(set) var tagEnds: [UInt32] = []

  var count: Int { positions.count }

  /// Where a row's quote lies in `bytes`.
  func byteRange(_ row: Int) -> Range<Int> { byteRange(row..<row + 1) }

  /// Where the quotes of neighbouring rows lie in `bytes`.
  func byteRange(_ rows: Range<Int>) -> Range<Int> {
    guard !rows.isEmpty else { return 0..<0 }
    return start(of: rows.lowerBound)..<Int(ends[rows.upperBound - 1])
  }

  /// Where the numbers of a row's tags lie in `tags`.
  func tagRange(_ row: Int) -> Range<Int> {
    (row == 0 ? 0 : Int(tagEnds[row - 1]))..<Int(tagEnds[row])
  }

  private func start(of row: Int) -> Int { row == 0 ? 0 : Int(ends[row - 1]) }
}

extension SegmentRows {
  /// One row before it is part of a segment.
  struct Row: Sendable {
    /// The encoded quote, with its tag and length.
    var bytes: [UInt8]
    var position: UInt32
    var creator: UInt32
    var language: UInt32
    var length: UInt16
    var isMature: Bool
    var tags: [UInt32]
  }

  /// Adds a row behind the others; its position must be above theirs.
  mutating func append(_ row: Row) {
    bytes += row.bytes
    ends.append(UInt32(bytes.count))
    positions.append(row.position)
    creators.append(row.creator)
    languages.append(row.language)
    lengths.append(row.length)
    isMature.append(row.isMature)
    tags += row.tags
    tagEnds.append(UInt32(tags.count))
  }

  /// Adds neighbouring rows of another segment behind the others.
  mutating func append(_ range: Range<Int>, of other: SegmentRows) {
    guard !range.isEmpty else { return }
    // Adding the difference may wrap below zero in between, never in the end.
    let byteShift = UInt32(bytes.count) &- UInt32(other.start(of: range.lowerBound))
    bytes += other.bytes[other.byteRange(range)]
    ends += other.ends[range].lazy.map { $0 &+ byteShift }
    positions += other.positions[range]
    creators += other.creators[range]
    languages += other.languages[range]
    lengths += other.lengths[range]
    isMature += other.isMature[range]
    let firstTag = range.lowerBound == 0 ? 0 : other.tagEnds[range.lowerBound - 1]
    let tagShift = UInt32(tags.count) &- firstTag
    tags += other.tags[Int(firstTag)..<Int(other.tagEnds[range.upperBound - 1])]
    tagEnds += other.tagEnds[range].lazy.map { $0 &+ tagShift }
  }

  /// Forgets all rows and keeps the room.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    positions.removeAll(keepingCapacity: true)
    creators.removeAll(keepingCapacity: true)
    languages.removeAll(keepingCapacity: true)
    lengths.removeAll(keepingCapacity: true)
    isMature.removeAll(keepingCapacity: true)
    tags.removeAll(keepingCapacity: true)
    tagEnds.removeAll(keepingCapacity: true)
  }

  /// Gives back the room that was left for growing: half of a million quotes' memory otherwise.
  mutating func trim() {
    bytes = Self.trimmed(bytes)
    ends = Self.trimmed(ends)
    positions = Self.trimmed(positions)
    creators = Self.trimmed(creators)
    languages = Self.trimmed(languages)
    lengths = Self.trimmed(lengths)
    isMature = Self.trimmed(isMature)
    tags = Self.trimmed(tags)
    tagEnds = Self.trimmed(tagEnds)
  }

  /// A copy without room to spare.
  private static func trimmed<Element>(_ array: [Element]) -> [Element] {
    var copy: [Element] = []
    copy.reserveCapacity(array.count)
    copy += array
    return copy
  }
}
