// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// How many messages each side of a method's calls sends.
package enum CallKind: String, Sendable {
  /// One each.
  case unary
  /// The caller any number.
  case clientStream = "client_stream"
  /// The server any number.
  case serverStream = "server_stream"
  /// Both any number.
  case bidirectionalStream = "bidi_stream"
}

/// How often a method was called on one loop, and how its calls went: that loop counts, anyone
/// reads, so there is nothing to lock.
package final class MethodTally: Sendable {
  /// The method; nil where callers named one that there is not.
  package let path: MethodPath?
  /// What kind of calls it has.
  package let kind: CallKind

  private let startedCount = Atomic(0)
  private let receivedCount = Atomic(0)
  private let sentCount = Atomic(0)
  private let untimedCount = Atomic(0)
  private let nanoseconds = Atomic(0)
  private let codes = InlineArray<17, Atomic<Int>> { _ in Atomic(0) }
  private let times = InlineArray<17, Atomic<Int>> { _ in Atomic(0) }

  /// The bounds of the histogram, each in nanoseconds, the shortest first; longer calls are in the
  /// last place of `Counts.times`. A read takes some microseconds here, a stream may take hours.
  package static let bounds: [UInt64] = [
    100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000,
    50_000_000, 100_000_000, 250_000_000, 500_000_000, 1_000_000_000, 2_500_000_000,
    5_000_000_000, 10_000_000_000,
  ]

  /// Creates a tally at zero.
  package init(_ path: MethodPath?, _ kind: CallKind) {
    self.path = path
    self.kind = kind
  }

  /// A call has begun.
  package func started() { Self.add(1, to: startedCount) }

  /// A message has come.
  package func received() { Self.add(1, to: receivedCount) }

  /// A message has been given to be sent.
  package func sent() { Self.add(1, to: sentCount) }

  /// A call has ended. A code that gRPC does not know counts as UNKNOWN, as it asks for.
  package func ended(_ code: Status.Code) {
    let index = Int(code.rawValue)
    let isKnown = codes.indices.contains(index)
    Self.add(1, to: codes[isKnown ? index : Int(Status.Code.unknown.rawValue)])
  }

  /// A call of one message has begun and was answered by one, all at once; it is left untimed.
  /// Returns whether it is the first of those.
  package func answeredAtOnce() -> Bool {
    Self.add(1, to: startedCount)
    Self.add(1, to: receivedCount)
    Self.add(1, to: sentCount)
    Self.add(1, to: codes[0])
    return leaveUntimed()
  }

  /// A call that has ended took so long.
  package func took(_ nanoseconds: UInt64) { time(1, nanoseconds) }

  /// A call that has ended is timed with others, by `timeUntimed`. Returns whether it is the first.
  package func leaveUntimed() -> Bool {
    let count = untimedCount.load(ordering: .relaxed)
    untimedCount.store(count &+ 1, ordering: .relaxed)
    return count == 0
  }

  /// The calls that were left untimed took so long, each of them.
  package func timeUntimed(_ nanoseconds: UInt64) {
    time(untimedCount.load(ordering: .relaxed), nanoseconds)
    untimedCount.store(0, ordering: .relaxed)
  }

  private func time(_ calls: Int, _ duration: UInt64) {
    var index = 0
    while index < Self.bounds.count, duration > Self.bounds[index] { index += 1 }
    Self.add(calls, to: times[index])
    Self.add(calls &* Int(clamping: duration), to: nanoseconds)
  }

  private static func add(_ amount: Int, to count: borrowing Atomic<Int>) {
    count.store(count.load(ordering: .relaxed) &+ amount, ordering: .relaxed)
  }
}

extension MethodTally {
  /// What tallies say.
  package struct Counts: Sendable, Equatable {
    /// Calls that have begun.
    package var started = 0
    /// Messages that have come.
    package var received = 0
    /// Messages that were sent.
    package var sent = 0
    /// Calls that have ended, by the number of their code.
    package var codes = [Int](repeating: 0, count: 17)
    /// Calls that have ended, by how long they took; see `MethodTally.bounds`.
    package var times = [Int](repeating: 0, count: 17)
    /// How long they took together, in nanoseconds.
    package var nanoseconds = 0

    /// Creates counts at zero.
    package init() {}

    /// Calls that ended with OK.
    package var succeeded: Int { codes[0] }

    /// Calls that ended with another code.
    package var failed: Int { codes.reduce(0, +) - succeeded }
  }

  /// Adds what it says to `counts`.
  package func add(to counts: inout Counts) {
    counts.started += startedCount.load(ordering: .relaxed)
    counts.received += receivedCount.load(ordering: .relaxed)
    counts.sent += sentCount.load(ordering: .relaxed)
    counts.nanoseconds += nanoseconds.load(ordering: .relaxed)
    for index in counts.codes.indices {
      counts.codes[index] += codes[index].load(ordering: .relaxed)
      counts.times[index] += times[index].load(ordering: .relaxed)
    }
  }
}
