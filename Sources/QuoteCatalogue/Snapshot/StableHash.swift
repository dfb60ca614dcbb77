// SPDX-License-Identifier: Apache-2.0

/// A 64-bit hash that is the same in every process, for tokens and tables; not against forgers.
///
/// FNV-1a with a last mixing. A change of any single byte always changes it.
struct StableHash {
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Takes one byte.
  mutating func combine(_ byte: UInt8) { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }

  /// Takes bytes.
  mutating func combine(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { combine(byte) }
  }

  /// Takes a number, with all of its bytes.
  mutating func combine(number: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      combine(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  /// The hash of all that was taken.
  var value: UInt64 { Self.mix(state) }

  /// The hash of a text.
  static func of(_ text: String) -> UInt64 {
    var hash = StableHash()
    let bytes = text.utf8.span
    for index in bytes.indices { hash.combine(bytes[index]) }
    return hash.value
  }

  /// Spreads the bits of a number over all 64 (the finisher of SplitMix64): one to one, and each
  /// bit of the result depends on every bit of the number.
  static func mix(_ number: UInt64) -> UInt64 {
    var mixed = number &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
