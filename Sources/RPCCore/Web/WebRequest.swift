// SPDX-License-Identifier: Apache-2.0

/// A request for a page, as a browser or curl sends it over HTTP/1.1 or HTTP/2.
package struct WebRequest: Sendable, Equatable {
  /// GET or HEAD. Who answers may treat them alike: the body of an answer to HEAD is left out.
  package let method: String
  /// The path as it was sent, percent-encoded and without the query, such as `/q/abc`.
  package let path: String
  /// What stood behind the question mark, as it was sent; empty where there was none.
  package let query: String
  /// The header fields in the order they were sent; `host` is among them over HTTP/2 too.
  package let fields: [WebField]
  /// Who asks.
  package let peer: Peer

  /// Creates a request.
  package init(method: String, path: String, query: String, fields: [WebField], peer: Peer) {
    self.method = method
    self.path = path
    self.query = query
    self.fields = fields
    self.peer = peer
  }

  /// The parts of the path between its slashes, decoded: none of `/`, `q` and `abc` of `/q/abc`.
  /// What is no UTF-8 becomes U+FFFD.
  package var segments: [String] {
    path.utf8.split(separator: UInt8(ascii: "/")).map { segment in
      let encoded = Array(segment)
      return PercentCoding.decode(encoded.span)
    }
  }

  /// The names and values of the query, decoded.
  package var parameters: WebQuery { WebQuery(query) }
}
