// SPDX-License-Identifier: Apache-2.0

/// How one message travels: compressed, or as it is ("Message-Encoding" of gRPC over HTTP/2).
package enum MessageEncoding: Sendable {
  /// By the transport's own rules: by whom it is for, and its size.
  case automatic
  /// Compressed by gzip, where the peer takes that and the message becomes smaller.
  case gzip
  /// As it is.
  case identity
}

/// An encoded message that has arrived, and how it travelled.
package struct ReceivedMessage: Sendable {
  /// The message, inflated if it was compressed.
  package let bytes: [UInt8]
  /// Whether it was compressed on its way.
  package let wasCompressed: Bool

  /// Creates a message.
  package init(_ bytes: [UInt8], wasCompressed: Bool) {
    self.bytes = bytes
    self.wasCompressed = wasCompressed
  }
}
