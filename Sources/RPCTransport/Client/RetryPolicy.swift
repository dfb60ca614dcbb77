// SPDX-License-Identifier: Apache-2.0

/// How often calls that are safe to repeat are tried, where the server says UNAVAILABLE or the
/// connection is lost (gRFC A6, without its tokens). A call whose answer has begun is not repeated.
package struct RetryPolicy: Sendable {
  /// The tries of one call, the first one included: 1 for no retries; above `mostAttempts` it counts
  /// as that.
  package var attempts: Int
  /// The pauses before the second try and the later ones. What the server asks for goes before.
  package var pace = Backoff.Pace.calling

  /// gRPC's limit.
  package static let mostAttempts = 5

  /// Creates a policy with the usual pauses.
  package init(attempts: Int) { self.attempts = attempts }
}
