// SPDX-License-Identifier: Apache-2.0

internal import RPCHTTP2
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
    /// A connection spoke HTTP/1.1.
    case http1Connection
    /// A connection that spoke HTTP/1.1 went.
    case http1ConnectionClosed
    /// A connection spoke HTTP/1.1 where nothing is served by it, and was told what is.
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
    /// A connection that spoke HTTP/2 went.
    case http2ConnectionClosed
    /// A connection that spoke the delimited protocol went.
    case delimitedConnectionClosed
    /// A connection that spoke TLS went.
    case tlsConnectionClosed
    /// A request of HTTP was neither a call that is served nor for a page, and got a status of HTTP's.
    case requestRefused
    /// A client sent many frames that its calls don't explain.
    case flooded
    /// A connection was as old as it may become, and was told to go.
    case tooOld
    /// A client cancelled a call over HTTP/2.
    case streamCancelledByClient
    /// A client reset a call's stream otherwise.
    case streamResetByClient
    /// A stream was refused, since a connection had as many as it may.
    case streamRefused
    /// A stream was reset, since it had ended before its client did, or nobody waited for it.
    case streamEndedEarly
    /// A stream was reset for what its client did.
    case streamReset
    /// A call was left to a task.
    case taskStarted
    /// The task of a call ended.
    case taskEnded
    /// A byte came from a client, what TLS adds included.
    case byteReceived
    /// A byte was given to a socket, what TLS adds included.
    case byteSent
  }

  private let counts = InlineArray<33, Atomic<Int>> { _ in Atomic(0) }

  /// Creates counters at zero.
  package init() {}

  /// How often it happened.
  package subscript(event: Event) -> Int { counts[event.rawValue].load(ordering: .relaxed) }

  /// Counts. Each loop has counters of its own, so there is one writer and nothing to lock.
  func add(_ event: Event, _ times: Int = 1) {
    let count = counts[event.rawValue].load(ordering: .relaxed)
    counts[event.rawValue].store(count &+ times, ordering: .relaxed)
  }
}

extension ServerCounters.Event {
  /// What happened when a stream was reset.
  init(resetByPeer byPeer: Bool, _ code: HTTP2ErrorCode) {
    switch code {
    case .cancel where byPeer: self = .streamCancelledByClient
    case _ where byPeer: self = .streamResetByClient
    case .refusedStream: self = .streamRefused
    case .noError, .cancel: self = .streamEndedEarly
    default: self = .streamReset
    }
  }
}
