// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// What has happened on one loop of a server since it started: one loop counts, anyone reads.
package final class ServerCounters: Sendable {
  /// What is counted.
  package enum Event: Int, CaseIterable, Sendable {
    /// A connection came.
    case connectionOpened
    /// A connection went.
    case connectionClosed
    /// A connection spoke HTTP/2.
    case http2Connection
    /// A connection spoke the delimited protocol.
    case delimitedConnection
    /// A connection spoke HTTP/1, and was told what this port speaks.
    case http1Refused
    /// A connection spoke TLS.
    case tlsConnection
    /// A connection spoke TLS, which this server does not.
    case tlsRefused
    /// A connection's TLS failed: in the handshake, or later.
    case tlsFailed
    /// A connection spoke what may not be spoken by its entrance, or within its TLS.
    case protocolNotPermitted
    /// A connection began with bytes of no protocol.
    case unknownProtocolRefused
    /// There were as many connections as there may be.
    case connectionLimitReached
    /// One address had as many connections as it may have.
    case addressLimitReached
    /// A connection did not say in time what it speaks.
    case handshakeTimedOut
    /// A connection was idle for too long.
    case idleTimedOut
    /// A client did not read its replies for too long.
    case outputStalled
    /// A client broke its protocol.
    case protocolBroken
    /// A call ended with OK.
    case callSucceeded
    /// A call ended with another status.
    case callFailed
  }

  private let counts = InlineArray<18, Atomic<Int>> { _ in Atomic(0) }

  /// Creates counters at zero.
  package init() {}

  /// How often it happened.
  package subscript(event: Event) -> Int { counts[event.rawValue].load(ordering: .relaxed) }

  /// Counts. Each loop has counters of its own, so there is one writer and nothing to lock.
  func add(_ event: Event) {
    let count = counts[event.rawValue].load(ordering: .relaxed)
    counts[event.rawValue].store(count &+ 1, ordering: .relaxed)
  }
}
