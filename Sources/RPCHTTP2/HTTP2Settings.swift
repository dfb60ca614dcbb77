// SPDX-License-Identifier: Apache-2.0

/// What one side of a session tells the other it will take.
package struct HTTP2Settings: Sendable {
  /// Streams that the peer may have open at a time.
  package var maxConcurrentStreams: Int
  /// The largest header list, counted as in RFC 9113, section 6.5.2, in bytes. A list above it is
  /// cut and marked; one above eight times it ends the connection.
  package var headerListBytes: Int
  /// How many bytes of one stream may be under way to us.
  package var streamWindowBytes: Int
  /// How many bytes of all streams together may be under way to us.
  package var connectionWindowBytes: Int
  /// How often a client may send PING; a client itself takes any number.
  package var pings = PingPolicy(minimumGapMilliseconds: 300_000, permitsWithoutCalls: false)
  /// Frames of one kind that may come at once beyond what the peer's calls explain, such as
  /// WINDOW_UPDATE or empty DATA; one more ends the connection.
  package var strayFrames = 1_000
  /// How many of them each second makes good again.
  package var strayFramesPerSecond = 100
  /// How long a block of headers may take from its first byte to its last, in milliseconds.
  package var headersMilliseconds = 10_000

  /// Creates settings.
  package init(
    maxConcurrentStreams: Int, headerListBytes: Int, streamWindowBytes: Int,
    connectionWindowBytes: Int
  ) {
    self.maxConcurrentStreams = maxConcurrentStreams
    self.headerListBytes = headerListBytes
    self.streamWindowBytes = streamWindowBytes
    self.connectionWindowBytes = connectionWindowBytes
  }
}
