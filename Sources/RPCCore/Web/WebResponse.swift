// SPDX-License-Identifier: Apache-2.0

/// The answer to a `WebRequest`.
package struct WebResponse: Sendable, Equatable {
  /// The status, such as 200.
  package var status: Int
  /// The header fields: `content-type` and what else the answer has to say. The transport adds
  /// those that speak of the message as it travels (`content-length`, `content-encoding`, `date`).
  package var fields: [WebField]
  /// The content.
  package var body: [UInt8]

  /// Creates an answer.
  package init(_ status: Int, fields: [WebField], body: [UInt8]) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  /// Creates an answer in plain text.
  package init(_ status: Int, text: String, fields: [WebField] = []) {
    self.init(
      status, fields: [WebField("content-type", "text/plain; charset=utf-8")] + fields,
      body: Array(text.utf8))
  }
}

/// Answers requests for pages: all GET and HEAD whose path isn't that of a method. It runs as a
/// task, off the loops, and is cancelled when nobody waits for its answer any more.
package typealias WebResponder = @Sendable (WebRequest) async -> WebResponse
