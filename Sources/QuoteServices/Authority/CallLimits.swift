// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

/// How often who may call. Each limit answers nil where one more call is allowed, and else how long
/// to wait for it.
package struct CallLimits: Sendable {
  /// Counts a call against a key, which is an address or a token's id.
  package typealias Limit = @Sendable (_ key: String) -> Duration?

  /// Calls from one address; nil = any number.
  package let perAddress: Limit?
  /// Calls with one token, wherever they come from; nil = any number.
  package let perToken: Limit?
  /// Calls from one address with a token that isn't known or was revoked.
  package let failuresPerAddress: Limit

  /// Sets the limits.
  package init(perAddress: Limit?, perToken: Limit?, failuresPerAddress: @escaping Limit) {
    self.perAddress = perAddress
    self.perToken = perToken
    self.failuresPerAddress = failuresPerAddress
  }

  /// Whether calls that break no rule are limited at all.
  var limitsCalls: Bool { perAddress != nil || perToken != nil }
}

extension CallLimits {
  /// What is counted together of an address: one of version 4, and of version 6 the 64 bits of its
  /// network, within which anyone can take as many as they like.
  static func key(ofAddress address: String) -> String {
    IPAddress(address).map { AddressBlock(subscriberOf: $0).description } ?? address
  }
}

extension Status {
  /// The refusal of a caller who has called too often.
  static func tooManyCalls(by whom: String, retryAfter: Duration) -> Status {
    // Rounded up, so that who waits as long as it says is not too early.
    let milliseconds = max(1, (retryAfter + .nanoseconds(999_999)) / .milliseconds(1))
    return .refusal(
      .resourceExhausted,
      "\(whom) has called more often than this server allows: wait for \(Int64(milliseconds)) ms.",
      reason: "RATE_LIMITED", retryAfter: .milliseconds(Int64(milliseconds)))
  }
}
