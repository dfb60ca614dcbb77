// SPDX-License-Identifier: Apache-2.0

/// Which of the last streams a client has begun. Headers of one that is over may still be under way
/// and are no fault of its; those of one that it left out are.
struct BegunStreams {
  /// One bit for each of the last streams, by its number; a client's are odd.
  private var bits = [32 of UInt64](repeating: 0)
  /// The highest stream that was begun.
  private(set) var highest: Int32 = 0

  private static let count = 32 * 64

  /// Notes a stream above all before it.
  mutating func begin(_ id: Int32) {
    let (place, last) = (Self.place(id), Self.place(highest))
    if place - last >= Self.count {
      bits = .init(repeating: 0)
    } else {
      for skipped in last..<place { set(skipped + 1, false) }
    }
    set(place, true)
    highest = id
  }

  /// Whether a stream is known to have begun. What lies far back is not known.
  func contains(_ id: Int32) -> Bool {
    let place = Self.place(id)
    guard Self.place(highest) - place < Self.count else { return false }
    let index = place % Self.count
    return bits[index / 64] & (1 << UInt64(index % 64)) != 0
  }

  private static func place(_ id: Int32) -> Int { Int(id) / 2 }

  private mutating func set(_ place: Int, _ isBegun: Bool) {
    let index = place % Self.count
    let bit: UInt64 = 1 << UInt64(index % 64)
    if isBegun { bits[index / 64] |= bit } else { bits[index / 64] &= ~bit }
  }
}
