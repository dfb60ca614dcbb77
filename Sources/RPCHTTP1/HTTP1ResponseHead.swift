// SPDX-License-Identifier: Apache-2.0

/// How a client finds the end of a response's body (RFC 9112, section 6.3).
package enum HTTP1Framing: Sendable, Equatable {
  /// By its length in bytes.
  case length(Int)
  /// By its last chunk.
  case chunked
  /// There is no body, or it ends with the connection.
  case none
}

/// What a response says before its body.
package struct HTTP1ResponseHead: Sendable {
  private let status: HTTP1Status
  private let date: String
  private let fields: [(name: String, value: String)]
  private let framing: HTTP1Framing
  private let closes: Bool
  private let isVersion10: Bool

  /// Describes it.
  ///
  /// - Parameters:
  ///   - date: The moment, as `HTTP1Date` writes it.
  ///   - fields: Names in lowercase, values without line breaks.
  ///   - closes: Whether the connection ends with the response.
  ///   - isVersion10: Whether the client is of HTTP/1.0, and must be told that the connection stays.
  package init(
    status: HTTP1Status, date: String, fields: [(name: String, value: String)],
    framing: HTTP1Framing, closes: Bool, isVersion10: Bool
  ) {
    self.status = status
    self.date = date
    self.fields = fields
    self.framing = framing
    self.closes = closes
    self.isVersion10 = isVersion10
  }

  /// Appends the head as it travels.
  package func append(to output: inout [UInt8]) {
    output += "HTTP/1.1 \(status.code) \(status.reason)\r\ndate: \(date)\r\n".utf8
    for field in fields { output += "\(field.name): \(field.value)\r\n".utf8 }
    switch framing {
    case .length(let count): output += "content-length: \(count)\r\n".utf8
    case .chunked: output += "transfer-encoding: chunked\r\n".utf8
    case .none: break
    }
    if closes {
      output += "connection: close\r\n".utf8
    } else if isVersion10 {
      output += "connection: keep-alive\r\n".utf8
    }
    output += "\r\n".utf8
  }
}

extension HTTP1Status {
  /// The status of a number; one without a name of its own here goes by that of its class (RFC 9110,
  /// section 15).
  package init(code: Int) {
    self.init(code: code, reason: Self.reasons[code] ?? Self.reasons[code / 100 * 100] ?? "Status")
  }

  private static let reasons = [
    200: "OK", 201: "Created", 204: "No Content", 206: "Partial Content", 300: "Multiple Choices",
    301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
    307: "Temporary Redirect", 308: "Permanent Redirect", 400: "Bad Request", 401: "Unauthorized",
    403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable",
    408: "Request Timeout", 409: "Conflict", 410: "Gone", 413: "Content Too Large",
    414: "URI Too Long", 415: "Unsupported Media Type", 429: "Too Many Requests",
    431: "Request Header Fields Too Large", 499: "Client Closed Request",
    500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway",
    503: "Service Unavailable", 504: "Gateway Timeout", 505: "HTTP Version Not Supported",
  ]
}
