// SPDX-License-Identifier: Apache-2.0

/// The bytes of one input, taken from the front: what a target chooses by first, then what it tries.
/// At the end it gives zeros for ever.
struct Input {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  /// Whether nothing is left.
  var isEmpty: Bool { bytes.isEmpty }

  /// The next byte.
  mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

  /// The next byte as a choice of two.
  mutating func flag() -> Bool { byte() & 1 == 1 }

  /// The next two bytes as a number below another.
  mutating func number(below limit: Int) -> Int { (Int(byte()) << 8 | Int(byte())) % limit }

  /// The next bytes, as many as the byte before them says.
  mutating func some() -> [UInt8] {
    let count = min(Int(byte()), bytes.count)
    defer { bytes.removeFirst(count) }
    return Array(bytes.prefix(count))
  }

  /// All that is left.
  mutating func rest() -> [UInt8] {
    defer { bytes = [] }
    return Array(bytes)
  }
}

/// Where bytes are cut into pieces; one byte says it all.
struct Cuts {
  private var random: SplitMix
  private let longest: UInt64

  /// Cuts by a seed: 0 makes pieces of one byte, others make pieces of any length up to one that
  /// the seed says.
  init(seed: UInt8) {
    random = SplitMix(state: UInt64(seed))
    longest = [1, 2, 3, 5, 9, 17, 64, 1_000][Int(seed & 7)]
  }

  /// The pieces of some bytes.
  mutating func pieces(of bytes: [UInt8]) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + 1 + Int(random.next() % longest))
      pieces.append(Array(bytes[start..<end]))
      start = end
    }
    return pieces
  }
}

/// The same numbers in every run.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
