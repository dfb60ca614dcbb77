// SPDX-License-Identifier: Apache-2.0

/// The names by which TLS agrees on what is spoken (ALPN, RFC 7301).
package enum ApplicationProtocol {
  /// HTTP/2 (RFC 9113, section 3.2).
  package static let http2 = "h2"
  /// The delimited protocol.
  package static let delimited = "quotes-delimited/1"
  /// HTTP/1.1 (RFC 7301, section 6).
  package static let http1 = "http/1.1"
  /// What a server speaks, the preferred one first.
  package static let served = [http2, delimited, http1]
}
