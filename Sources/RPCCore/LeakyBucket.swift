// SPDX-License-Identifier: Apache-2.0

/// Counts what may come in bursts but not on and on: each drop fills the bucket, and time empties it.
package struct LeakyBucket: Sendable {
  private let burst: Int
  private let nanosecondsEach: UInt64
  private var level = 0
  private var leakedAt: UInt64 = 0

  /// Creates an empty bucket that holds so many drops and loses so many each second.
  package init(burst: Int, perSecond: Int) {
    self.burst = burst
    nanosecondsEach = 1_000_000_000 / UInt64(max(perSecond, 1))
  }

  /// Adds a drop; answers whether the bucket holds it.
  ///
  /// - Parameter drained: Drops that something else than time has taken out since the last one.
  package mutating func take(now: UInt64, drained: Int = 0) -> Bool {
    level -= drained
    if now > leakedAt {
      let leaked = (now - leakedAt) / nanosecondsEach
      level -= Int(min(leaked, UInt64(burst)))
      leakedAt += leaked * nanosecondsEach
    }
    // Above the brim nothing adds up: who stops is let go on as soon as anyone.
    level = min(max(level, 0) + 1, burst + 1)
    return level <= burst
  }
}
