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
