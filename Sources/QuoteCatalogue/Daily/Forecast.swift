// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The days that a calendar is expected to have after those that are fixed.
///
/// They are dealt when one is asked for, by whoever asks, and kept: as long as nothing changes that
/// they depend on, snapshots share them.
final class Forecast: Sendable {
  /// All that the days depend on.
  struct Basis: Hashable, Sendable {
    /// The days that are fixed.
    let fixedCount: Int
    /// The chain of the last of them, which no other days have.
    let chain: [UInt8]
    /// The creator of its quote, which may be corrected.
    let lastCreator: UInt32
    /// Of the calendar's quotes, see `MemberCensus`.
    let fingerprint: UInt64
    let pins: PinnedDays
    let seed: UInt64
  }

  let basis: Basis
  private let picks = Mutex<[DailyPick]>([])

  /// Nothing is dealt yet.
  init(_ basis: Basis) { self.basis = basis }

  /// The quote of a day, counted from 0 behind the fixed ones.
  ///
  /// - Parameter generator: Makes the one that goes on behind the fixed days; every caller's gives
  ///   the same.
  func pick(_ index: Int, by generator: () -> DailyGenerator) -> DailyPick? {
    picks.withLock { picks in
      if index < picks.count { return picks[index] }
      // Dealing begins anew with what is known already: dates come nearer by one a day, and a
      // generator that was kept would hold a large calendar's quotes twice.
      var generator = generator()
      let count = (index / Self.stride + 1) * Self.stride
      var dealt: [DailyPick] = []
      dealt.reserveCapacity(count)
      while dealt.count < count, let pick = generator.next() { dealt.append(pick) }
      picks = dealt
      return index < dealt.count ? dealt[index] : nil
    }
  }

  /// A little more than can be asked for, so that a few days without a change need no new dealing.
  private static let stride = CalendarLimits.daysAhead + 32
}
