// SPDX-License-Identifier: Apache-2.0

/// Why a request can't be read. The connection can't go on after any of them, since nobody knows
/// where the next request would begin.
package enum HTTP1Error: Error, Equatable, CustomStringConvertible {
  /// It is not as HTTP/1.1 has it; the text says what is wrong.
  case malformed(String)
  /// Its method is none that is known.
  case unknownMethod
  /// It is of another version than 1.0 and 1.1.
  case unsupportedVersion(String)
  /// Its body is coded in a way that can't be read here.
  case unsupportedTransferCoding
  /// Its target is longer than this.
  case targetTooLong(limitBytes: Int)
  /// Its header fields are larger than this.
  case headersTooLarge(limitBytes: Int)
  /// Its body is larger than this.
  case bodyTooLarge(limitBytes: Int)
  /// The input ended within it.
  case truncated

  /// The status of HTTP that tells it to the client (RFC 9110, section 15).
  package var status: HTTP1Status {
    switch self {
    case .malformed, .truncated: .badRequest
    case .unknownMethod, .unsupportedTransferCoding: .notImplemented
    case .unsupportedVersion: .versionNotSupported
    case .targetTooLong: .uriTooLong
    case .headersTooLarge: .headersTooLarge
    case .bodyTooLarge: .contentTooLarge
    }
  }

  /// What was wrong, and what would be right.
  package var description: String {
    switch self {
    case .malformed(let reason): "The request is not HTTP/1.1: \(reason)."
    case .unknownMethod: "The request's method is not known."
    case .unsupportedVersion(let version):
      "HTTP/\(version) is not spoken here: use 1.1 or 1.0."
    case .unsupportedTransferCoding:
      "The body's transfer coding is not known: use chunked, or content-length."
    case .targetTooLong(let limit): "The request's target is longer than \(limit) bytes."
    case .headersTooLarge(let limit): "The request's header fields are larger than \(limit) bytes."
    case .bodyTooLarge(let limit): "The request's body is larger than \(limit) bytes."
    case .truncated: "The connection ended within a request."
    }
  }
}
