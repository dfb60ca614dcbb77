// SPDX-License-Identifier: Apache-2.0

/// The pauses between tries: they grow, and differ from client to client ("Connection Backoff
/// Protocol" of gRPC).
package struct Backoff: Sendable {
  /// How long pauses are and how they grow.
  package struct Pace: Sendable {
    /// The first pause.
    package var first: Duration
    /// The longest one.
    package var longest: Duration
    /// How many times as long each pause is as the one before.
    package var growth = 1.6
    /// How far a pause may be from its length, so that not all clients come back at once.
    package var spread = 0.8...1.2

    /// Creates a pace with gRPC's growth and spread.
    package init(first: Duration, longest: Duration) {
      self.first = first
      self.longest = longest
    }

    /// The pauses before a connection is tried again.
    package static let connecting = Pace(first: .seconds(1), longest: .seconds(120))

    /// The pauses before a call is tried again.
    package static let calling = Pace(first: .milliseconds(100), longest: .seconds(5))
  }

  private let pace: Pace
  private var length: Duration

  /// Begins with the first pause.
  package init(_ pace: Pace) {
    self.pace = pace
    length = pace.first
  }

  /// The next pause; never shorter than what was asked for.
  package mutating func next(atLeast asked: Duration = .zero) -> Duration {
    var generator = SystemRandomNumberGenerator()
    return next(atLeast: asked, using: &generator)
  }

  /// The same, by the chance of a generator.
  package mutating func next(
    atLeast asked: Duration = .zero, using generator: inout some RandomNumberGenerator
  ) -> Duration {
    let pause = length * Double.random(in: pace.spread, using: &generator)
    length = min(length * pace.growth, pace.longest)
    return max(pause, asked)
  }

  /// Begins anew, since a try went well.
  package mutating func reset() { length = pace.first }
}
