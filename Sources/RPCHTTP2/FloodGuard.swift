// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

/// Counts frames that cost a peer little and say little: a peer that sends many more of them than
/// its calls can explain floods us.
///
/// Each kind has a bucket that time empties, and most of them each request of the peer's too, and
/// what is sent to it; so a busy connection may send many, and an idle one few.
struct FloodGuard {
  /// What is counted.
  enum Kind: Int, CaseIterable {
    case emptyData, priority, windowUpdate, settings, other
    /// A stream that the peer reset ("rapid reset").
    case reset
    /// A stream that we had to reset for what the peer did to it ("MadeYouReset").
    case provokedReset

    /// Whether calls explain some of it; a reset is of a new call each time, which can't excuse it.
    var isExcusedByCalls: Bool { self != .reset && self != .provokedReset }

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
    var earnedBefore = 0
  }

  private var counts: [7 of Count]
  /// What the peer may send more of each kind, for what has been done for it.
  var earned = 0

  /// nghttp2 ends a session itself that resets 1,000 streams and more than 33 a second; it does not
  /// say why, so we come before it.
  private static let resetsPerSecond = 30

  /// Creates a guard that lets a burst of each kind pass, and so many more each second.
  init(burst: Int, perSecond: Int) {
    counts = .init(repeating: Count(bucket: LeakyBucket(burst: burst, perSecond: perSecond)))
    counts[Kind.reset.rawValue].bucket = LeakyBucket(
      burst: burst, perSecond: min(perSecond, Self.resetsPerSecond))
  }

  /// Counts one; returns whether it is still no flood.
  mutating func allows(_ kind: Kind, now: UInt64) -> Bool {
    var count = counts[kind.rawValue]
    let drained = kind.isExcusedByCalls ? earned &- count.earnedBefore : 0
    count.earnedBefore = earned
    let isAllowed = count.bucket.take(now: now, drained: drained)
    counts[kind.rawValue] = count
    return isAllowed
  }
}
