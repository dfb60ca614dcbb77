// SPDX-License-Identifier: Apache-2.0

/// How often a client may ask whether the server is there (gRFC A8): who asks more often three times
/// without being sent anything in between is told `too_many_pings`.
package struct PingPolicy: Sendable {
  /// The shortest time between two PINGs, in milliseconds; 0 allows any number.
  package var minimumGapMilliseconds: Int
  /// Whether that holds too while no call is under way. Otherwise two hours must lie between them.
  package var permitsWithoutCalls: Bool

  /// Creates a policy.
  package init(minimumGapMilliseconds: Int, permitsWithoutCalls: Bool) {
    self.minimumGapMilliseconds = minimumGapMilliseconds
    self.permitsWithoutCalls = permitsWithoutCalls
  }

  static let gapWithoutCalls: UInt64 = 7_200_000_000_000
  static let strikes = 2

  /// What is remembered of a client's PINGs.
  struct Record {
    private var lastAt: UInt64?
    private var strikes = 0
    /// Whether HEADERS or DATA have been sent since the last PING, which forgives all before.
    var isForgiven = false

    /// Takes note of a PING; returns whether it is no flood.
    mutating func allows(_ policy: PingPolicy, hasCalls: Bool, now: UInt64) -> Bool {
      defer { lastAt = now }
      guard policy.minimumGapMilliseconds > 0 else { return true }
      if isForgiven {
        isForgiven = false
        strikes = 0
        return true
      }
      let gap =
        hasCalls || policy.permitsWithoutCalls
        ? UInt64(policy.minimumGapMilliseconds) * 1_000_000 : PingPolicy.gapWithoutCalls
      if let lastAt, now &- lastAt < gap { strikes += 1 }
      return strikes <= PingPolicy.strikes
    }
  }
}
