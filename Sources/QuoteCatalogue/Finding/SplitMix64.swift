// SPDX-License-Identifier: Apache-2.0

/// The generator of seeded draws: SplitMix64 (Steele, Lea and Flood, 2014).
///
/// Callers rely on it that a seed draws the same for ever, on every server: neither it nor the way
/// in which numbers below a bound are made of it may ever change.
struct SplitMix64 {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// The next 64 bits.
  mutating func next() -> UInt64 {
    // `mix` takes the step itself before it mixes.
    defer { state &+= 0x9E37_79B9_7F4A_7C15 }
    return StableHash.mix(state)
  }

  /// A number from 0 to below a bound, each as likely as any other (Lemire, 2019).
  mutating func below(_ bound: Int) -> Int {
    precondition(bound > 0, "There is no number below \(bound) to draw.")
    let bound = UInt64(bound)
    let threshold = (0 &- bound) % bound
    while true {
      let (high, low) = next().multipliedFullWidth(by: bound)
      if low >= threshold { return Int(high) }
    }
  }
}
