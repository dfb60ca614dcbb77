// SPDX-License-Identifier: Apache-2.0

/// A set of rows of one segment, one bit each.
struct RowMask: Sendable {
  /// The rows that there can be.
  static let capacity = 1_024

  private var words = InlineArray<16, UInt64>(repeating: 0)

  /// Creates the empty set.
  init() {}

  /// Creates the set of the first rows.
  init(count: Int) {
    for word in 0..<16 {
      let bits = min(max(count - word * 64, 0), 64)
      words[word] = bits == 64 ? .max : (1 << UInt64(bits)) - 1
    }
  }

  /// Creates the set of those of the first rows that meet a condition.
  init(count: Int, where isMeant: (Int) -> Bool) {
    for row in 0..<count where isMeant(row) { words[row / 64] |= 1 << UInt64(row % 64) }
  }

  /// How many rows are in it.
  var count: Int { words.indices.reduce(0) { $0 + words[$1].nonzeroBitCount } }

  /// Whether a row is in it.
  func contains(_ row: Int) -> Bool { words[row / 64] & 1 << UInt64(row % 64) != 0 }

  /// Whether no row is in it.
  var isEmpty: Bool { words.indices.allSatisfy { words[$0] == 0 } }

  /// Takes a row in.
  mutating func insert(_ row: Int) { words[row / 64] |= 1 << UInt64(row % 64) }

  /// Takes out the rows that the other set has not.
  mutating func formIntersection(_ other: RowMask) {
    for word in words.indices { words[word] &= other.words[word] }
  }

  /// Takes out the rows that the other set has.
  mutating func subtract(_ other: RowMask) {
    for word in words.indices { words[word] &= ~other.words[word] }
  }

  /// Keeps those of the first rows that meet a condition, which is asked for rows that are not in
  /// the set too: a loop without a branch is faster than one that looks for the rows.
  @inline(__always)
  mutating func keep(count: Int, where isMeant: (Int) -> Bool) {
    for word in words.indices where words[word] != 0 {
      let start = word * 64
      var bits: UInt64 = 0
      for row in start..<max(start, min(start + 64, count)) {
        bits |= (isMeant(row) ? 1 : 0) << UInt64(row - start)
      }
      words[word] &= bits
    }
  }

  /// The row in the set before which there are so many others; nil where there is none.
  func row(number: Int) -> Int? {
    var left = number
    for word in words.indices {
      var bits = words[word]
      guard left >= bits.nonzeroBitCount else {
        for _ in 0..<left { bits &= bits - 1 }
        return word * 64 + bits.trailingZeroBitCount
      }
      left -= bits.nonzeroBitCount
    }
    return nil
  }

  /// How many rows of the set are before one.
  func count(before row: Int) -> Int {
    var count = 0
    for word in 0..<row / 64 { count += words[word].nonzeroBitCount }
    guard row < Self.capacity else { return count }
    return count + (words[row / 64] & ((1 << UInt64(row % 64)) - 1)).nonzeroBitCount
  }

  /// The first rows in the set, from one on, that follow each other without a gap.
  func run(from row: Int) -> Range<Int>? {
    guard let start = next(from: row, flipping: 0) else { return nil }
    return start..<(next(from: start, flipping: .max) ?? Self.capacity)
  }

  /// The last row in the set that is before one.
  func last(before row: Int) -> Int? {
    guard row > 0 else { return nil }
    var word = (row - 1) / 64
    var bits = words[word] & (.max >> UInt64(63 - (row - 1) % 64))
    while bits == 0 {
      guard word > 0 else { return nil }
      word -= 1
      bits = words[word]
    }
    return word * 64 + 63 - bits.leadingZeroBitCount
  }

  private func next(from row: Int, flipping pattern: UInt64) -> Int? {
    guard row < Self.capacity else { return nil }
    var word = row / 64
    var bits = (words[word] ^ pattern) & (.max << UInt64(row % 64))
    while bits == 0 {
      word += 1
      guard word < 16 else { return nil }
      bits = words[word] ^ pattern
    }
    return word * 64 + bits.trailingZeroBitCount
  }
}
