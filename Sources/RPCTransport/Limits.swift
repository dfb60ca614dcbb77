// SPDX-License-Identifier: Apache-2.0

package import RPCHTTP2

/// What a server takes, each with its unit in its name. Memory stays bounded whoever misbehaves.
package struct Limits: Sendable {
  /// The largest request message; one byte more is RESOURCE_EXHAUSTED.
  package var messageBytes = 4 << 20
  /// The largest reply of the delimited protocol, what stands around its response included; a
  /// larger one is RESOURCE_EXHAUSTED.
  package var replyBytes = 4 << 20
  /// The largest list of request headers, each counted with 32 bytes more (RFC 9113, section
  /// 6.5.2); one byte more is HTTP status 431.
  package var headerListBytes = 8 << 10
  /// Calls that one connection may have under way.
  package var concurrentStreams = 256
  /// Bytes of one call's request that may be under way to us.
  package var streamWindowBytes = 256 << 10
  /// Bytes of all requests on a connection that may be under way to us.
  package var connectionWindowBytes = 1 << 20

  /// Connections in all.
  package var connections = 16_384
  /// Connections from one address; those of Unix sockets have no address.
  package var connectionsPerAddress = 4_096

  /// Output that may wait in a socket before nothing more is read from it nor made for it.
  package var queuedOutputBytes = 1 << 20
  /// Output that is made in one piece.
  package var outputPieceBytes = 256 << 10
  /// Requests of one connection that may be held until they are complete; a call above it is
  /// RESOURCE_EXHAUSTED.
  package var waitingRequestBytes = 16 << 20
  /// Replies of one connection that may wait for the client's windows; a call above it is
  /// RESOURCE_EXHAUSTED.
  package var waitingReplyBytes = 16 << 20
  /// What all connections may make the server hold: requests that arrive, replies that wait to be
  /// read or that streams are making, and calls that are open. Each loop has an equal part. Above
  /// it no connection gets a second call or reply to wait, and streams wait for room.
  ///
  /// It counts what is held; the memory that this takes is up to twice as much.
  package var heldBytes = 256 << 20
  /// The least that a loop has of it.
  package var leastHeldBytesOfLoop = 16 << 20
  /// What an open call is counted as, beside its request and reply.
  package var openCallBytes = 2 << 10
  /// What of a connection's requests that aren't whole is held even so, in bytes.
  package var alwaysHeldRequestBytes = 64 << 10
  /// A reply that is given even so, in bytes.
  package var alwaysHeldReplyBytes = 4 << 10

  /// Replies of one loop that wait and are more than this are a flood: once it has gone, the memory
  /// that it took can be given back.
  package var floodReplyBytes = 32 << 20

  /// Calls of one loop's connections that may run as tasks at a time; one more is
  /// RESOURCE_EXHAUSTED.
  package var runningCalls = 4_096
  /// What a call may send before it is read, where it sends a stream of replies: its handler waits
  /// above that. A reply more may come on top.
  package var streamedReplyBytes = 256 << 10

  /// The smallest and the largest response that is compressed by gzip, in bytes. It is for clients
  /// that take it, and that compress what they send themselves: others would pay for it unasked. A
  /// larger one would keep its loop too long.
  package var compressedReplyBytes = 1_024...(256 << 10)
  /// Whether those clients get compressed responses too that take them, but don't compress their
  /// own requests.
  package var compressesUnasked = false

  /// How long a new connection may take to show its protocol.
  package var handshakeMilliseconds = 10_000
  /// How long a connection may go without a call, whatever else is sent.
  package var idleMilliseconds = 300_000
  /// How long a connection may last before its client is told to go, a tenth more or less so that
  /// not all go at once; nil for ever.
  package var ageMilliseconds: Int?
  /// How long the calls of a connection that was told to go, too old or idle, may take before they
  /// are cut.
  package var ageGraceMilliseconds = 30_000
  /// How often a client of HTTP/2 may send PING.
  package var pings = PingPolicy(minimumGapMilliseconds: 300_000, permitsWithoutCalls: false)
  /// Frames of one kind that a connection of HTTP/2 may get beyond what its calls explain.
  package var strayFrames = 1_000
  /// How long a request of one message may stand still before it is whole.
  package var stalledRequestMilliseconds = 30_000
  /// How long a client may leave what waits for it unread.
  package var stalledOutputMilliseconds = 30_000
  /// How long a closing connection waits for the client to close too, so that it reads our last
  /// words; one of the delimited protocol answers what was sent before they were read.
  package var lingerMilliseconds = 1_000

  /// Creates the limits that `quoted` starts from.
  package init() {}
}

extension Int {
  /// Milliseconds as nanoseconds of the loop's clock.
  var millisecondsInNanoseconds: UInt64 { UInt64(clamping: self) &* 1_000_000 }
}

extension HTTP2Settings {
  /// What a server with these limits tells its clients, and holds them to.
  init(_ limits: Limits) {
    self.init(
      maxConcurrentStreams: limits.concurrentStreams, headerListBytes: limits.headerListBytes,
      streamWindowBytes: limits.streamWindowBytes,
      connectionWindowBytes: limits.connectionWindowBytes)
    pings = limits.pings
    strayFrames = limits.strayFrames
    headersMilliseconds = limits.handshakeMilliseconds
  }
}
