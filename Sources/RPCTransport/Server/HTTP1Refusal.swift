// SPDX-License-Identifier: Apache-2.0

/// What a client of HTTP/1 is told on a port that doesn't speak it.
enum HTTP1Refusal {
  /// The whole reply: 505, which also says what is spoken instead (RFC 9110, section 15.6.6).
  static let reply: [UInt8] = {
    let text = """
      This port doesn't speak HTTP/1. It speaks gRPC (HTTP/2 from the first byte on, without an
      upgrade) and the size-delimited protocol; see the server's README.

      """
    let head = """
      HTTP/1.1 505 HTTP Version Not Supported\r
      content-type: text/plain; charset=utf-8\r
      content-length: \(text.utf8.count)\r
      connection: close\r
      \r

      """
    return Array((head + text).utf8)
  }()
}
