// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

/// Counts frames that cost a peer little and say little: a peer that sends many more of them than
/// its calls can explain floods us.
///
/// Each kind has a bucket that time empties, and most of them each request of the peer's too, and
/// what is sent to it; so a busy connection may send many, and an idle one few.
struct FloodGuard {
  /// What is counted.
  enum Kind: Int {
    case emptyData, priority, windowUpdate, settings, other
    /// A stream that the peer reset ("rapid reset").
    case reset
    /// A stream that we had to reset for what the peer did to it ("MadeYouReset").
    case provokedReset

    /// What the peer is told that it sent too many of.
    var name: String {
      switch self {
      case .emptyData: "empty DATA frames"
      case .priority: "PRIORITY frames"
      case .windowUpdate: "WINDOW_UPDATE frames"
      case .settings: "SETTINGS frames"
      case .reset: "RST_STREAM frames"
      case .other: "frames that are no part of a call"
      case .provokedReset: "frames that break the rules of their streams"
      }
    }
  }

  private struct Count {
    var bucket: LeakyBucket
    var excusedBefore = 0
  }

  private var counts: [7 of Count]
  /// What the peer may send more of most kinds, for what has been done for it.
  var earned = 0
  /// Its calls that were answered, each of which makes up for one that it reset: many share the
  /// connection of a proxy.
  var answered = 0

  /// Creates a guard that lets a burst of each kind pass, and so many more each second.
  init(burst: Int, perSecond: Int) {
    counts = .init(repeating: Count(bucket: LeakyBucket(burst: burst, perSecond: perSecond)))
  }

  /// Counts one; returns whether it is still no flood.
  mutating func allows(_ kind: Kind, now: UInt64) -> Bool {
    var count = counts[kind.rawValue]
    let excused = excuses(of: kind)
    let drained = excused &- count.excusedBefore
    count.excusedBefore = excused
    let isAllowed = count.bucket.take(now: now, drained: drained)
    counts[kind.rawValue] = count
    return isAllowed
  }

  /// What makes up for some of a kind. Nothing does where each is of a new call.
  private func excuses(of kind: Kind) -> Int {
    switch kind {
    case .provokedReset: 0
    case .reset: answered
    case .emptyData, .priority, .windowUpdate, .settings, .other: earned
    }
  }
}
