// SPDX-License-Identifier: Apache-2.0

/// A status of HTTP, as its response says it.
package struct HTTP1Status: Sendable, Equatable {
  /// The number.
  package let code: Int
  /// The words beside it, for a person.
  package let reason: String

  package static let ok = HTTP1Status(code: 200, reason: "OK")
  package static let badRequest = HTTP1Status(code: 400, reason: "Bad Request")
  package static let notFound = HTTP1Status(code: 404, reason: "Not Found")
  package static let methodNotAllowed = HTTP1Status(code: 405, reason: "Method Not Allowed")
  package static let requestTimeout = HTTP1Status(code: 408, reason: "Request Timeout")
  package static let contentTooLarge = HTTP1Status(code: 413, reason: "Content Too Large")
  package static let uriTooLong = HTTP1Status(code: 414, reason: "URI Too Long")
  package static let headersTooLarge = HTTP1Status(
    code: 431, reason: "Request Header Fields Too Large")
  package static let notImplemented = HTTP1Status(code: 501, reason: "Not Implemented")
  package static let unavailable = HTTP1Status(code: 503, reason: "Service Unavailable")
  package static let versionNotSupported = HTTP1Status(
    code: 505, reason: "HTTP Version Not Supported")
}

/// A whole response.
package struct HTTP1Response: Sendable {
  package var status: HTTP1Status
  /// What the body is, as `content-type` says it.
  package var contentType: String
  /// Fields beside those that every response has; names in lowercase, values without line breaks.
  package var fields: [(name: String, value: String)]
  package var body: [UInt8]

  /// Creates a response.
  package init(
    _ status: HTTP1Status, contentType: String = "text/plain; charset=utf-8",
    fields: [(name: String, value: String)] = [], body: [UInt8]
  ) {
    self.status = status
    self.contentType = contentType
    self.fields = fields
    self.body = body
  }

  /// Creates a response in plain text.
  package init(_ status: HTTP1Status, text: String) {
    self.init(status, body: Array(text.utf8))
  }

  /// How a response is sent.
  package struct Sending {
    /// When, as `date` says it.
    package var date: String
    /// Whether the request was HEAD: the body stays away, its length is told.
    package var isHead = false
    /// Whether the connection ends with it.
    package var closes = false
    /// Whether the client is of HTTP/1.0, and must be told that the connection stays.
    package var isVersion10 = false

    package init(date: String) { self.date = date }
  }

  /// What tells a client to send its body (RFC 9110, section 15.2.1).
  package static let goOn = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

  /// Appends the response as it travels.
  package func append(to output: inout [UInt8], _ sending: Sending) {
    output += "HTTP/1.1 \(status.code) \(status.reason)\r\ndate: \(sending.date)\r\n".utf8
    output += "content-type: \(contentType)\r\ncontent-length: \(body.count)\r\n".utf8
    output += "x-content-type-options: nosniff\r\n".utf8
    for field in fields { output += "\(field.name): \(field.value)\r\n".utf8 }
    if sending.closes {
      output += "connection: close\r\n".utf8
    } else if sending.isVersion10 {
      output += "connection: keep-alive\r\n".utf8
    }
    output += "\r\n".utf8
    if !sending.isHead { output += body }
  }
}
