// SPDX-License-Identifier: Apache-2.0

internal import CNghttp2

/// Why a session can't go on. What is left to say to the peer (a GOAWAY with the reason) is still
/// produced; then the connection closes.
package enum HTTP2Error: Error, Equatable {
  /// The peer broke the protocol, or a limit by so much that the connection ends.
  case peerFault(HTTP2ErrorCode, String)
  /// There is no memory left.
  case outOfMemory
}

extension HTTP2Error: CustomStringConvertible {
  /// What went wrong, for a log.
  package var description: String {
    switch self {
    case .peerFault(_, let reason): reason
    case .outOfMemory: "There is no memory left for HTTP/2."
    }
  }

  /// Whether the peer sent too much of something.
  package var isFlood: Bool {
    if case .peerFault(.enhanceYourCalm, _) = self { true } else { false }
  }
}

/// The error codes of HTTP/2, by their published numbers (RFC 9113, section 7).
package struct HTTP2ErrorCode: RawRepresentable, Hashable, Sendable {
  /// The number on the wire.
  package let rawValue: UInt32

  /// Creates a code from its number.
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Nothing went wrong.
  package static let noError = HTTP2ErrorCode(rawValue: 0x0)
  /// The peer broke the protocol.
  package static let protocolError = HTTP2ErrorCode(rawValue: 0x1)
  /// The sender of the code is at fault.
  package static let internalError = HTTP2ErrorCode(rawValue: 0x2)
  /// The peer did not answer or send settings in time.
  package static let settingsTimeout = HTTP2ErrorCode(rawValue: 0x4)
  /// A frame came for a stream that was half-closed.
  package static let streamClosed = HTTP2ErrorCode(rawValue: 0x5)
  /// The stream was not looked at: trying again is safe.
  package static let refusedStream = HTTP2ErrorCode(rawValue: 0x7)
  /// The stream is no longer wanted.
  package static let cancel = HTTP2ErrorCode(rawValue: 0x8)
  /// The peer asks too much.
  package static let enhanceYourCalm = HTTP2ErrorCode(rawValue: 0xB)
  /// The transport is not safe enough.
  package static let inadequateSecurity = HTTP2ErrorCode(rawValue: 0xC)
}

extension HTTP2Error {
  /// Translates what nghttp2 answered to bytes that were received.
  init(receiving code: Int) {
    switch Int32(truncatingIfNeeded: code) {
    case NGHTTP2_ERR_NOMEM.rawValue:
      self = .outOfMemory
    case NGHTTP2_ERR_BAD_CLIENT_MAGIC.rawValue:
      self = .peerFault(.protocolError, "The connection preface is not HTTP/2's.")
    case NGHTTP2_ERR_FLOODED.rawValue:
      self = .peerFault(.enhanceYourCalm, "Too many frames that need an answer.")
    default:
      // Releases of nghttp2 add codes for new kinds of floods (-905 is for CONTINUATION frames),
      // and a peer must not be able to end the process by any of them.
      let reason = unsafe String(cString: nghttp2_strerror(Int32(truncatingIfNeeded: code)))
      self = .peerFault(.enhanceYourCalm, reason)
    }
  }
}
