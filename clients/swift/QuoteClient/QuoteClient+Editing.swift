// SPDX-License-Identifier: Apache-2.0

internal import QuoteWire

extension QuoteClient {
  /// Adds a quote to the catalogue.
  ///
  /// ```swift
  /// var quote = Quote()
  /// quote.text = "Know thyself."
  /// let added = try await client.create(quote)
  /// ```
  ///
  /// It needs a token of role EDITOR, as all methods of this file do unless they say otherwise.
  ///
  /// - Parameters:
  ///   - quote: The quote; its id, times and etag are the server's and are ignored.
  ///   - requestID: Names this wish, so that calling again with the same one, where an answer was
  ///     lost, adds nothing twice: within 24 hours the server answers as it did first. The client does
  ///     so by itself, as `ConnectionOptions.retries` says; not where it is empty.
  ///   - timeout: How long the call may take; nil = the client's.
  /// - Returns: The quote as it was added, and the revision of this write.
  /// - Throws: `invalidArgument` where a field breaks its limit, `alreadyExists` where the same text
  ///   by the same creator is there, `failedPrecondition` where it was deleted before,
  ///   `unauthenticated` and `permissionDenied` where the token is not good for it.
  public func create(
    _ quote: Quote, requestID: String = QuoteClient.newRequestID(), timeout: Duration? = nil
  ) async throws(Status) -> CreateQuoteResponse {
    try require(!quote.text.isEmpty, "quote.text", "A quote's text is needed, and it is empty.")
    var request = CreateQuoteRequest()
    request.quote = quote
    request.requestID = requestID
    let response = try await write(
      CreateQuote.self, request, timeout: timeout, isRepeatable: !requestID.isEmpty)
    _ = try required(response.quote, "quote")
    return response
  }

  /// Changes fields of a quote; its id stays.
  ///
  /// ```swift
  /// var quote = try await client.quote(id: id)
  /// quote.source = "Pausanias, book 10, chapter 24"
  /// try await client.update(quote, fields: ["source"])
  /// ```
  ///
  /// - Parameters:
  ///   - quote: The quote with its id and its new content. Where its etag isn't empty, nothing is
  ///     changed if someone has changed the quote since it was read.
  ///   - fields: The fields to change, by their names in the contract, such as `source_url`; none =
  ///     all that aren't the server's.
  ///   - requestID: As for `create`.
  ///   - timeout: How long the call may take; nil = the client's.
  /// - Returns: The quote as it was changed, and the revision of this write.
  /// - Throws: `invalidArgument` where a field breaks its limit or there is none of that name,
  ///   `notFound`, `aborted` where the etag is not the current one, `alreadyExists` where another
  ///   quote has that text and creator, and as `create` for the token.
  @discardableResult
  public func update(
    _ quote: Quote, fields: [String] = [], requestID: String = QuoteClient.newRequestID(),
    timeout: Duration? = nil
  ) async throws(Status) -> UpdateQuoteResponse {
    try require(!quote.id.isEmpty, "quote.id", "A quote's id is needed, and it is empty.")
    var request = UpdateQuoteRequest()
    request.quote = quote
    request.updateMask = fields.isEmpty ? nil : FieldMask(paths: fields)
    request.requestID = requestID
    let response = try await write(
      UpdateQuote.self, request, timeout: timeout, isRepeatable: !requestID.isEmpty)
    _ = try required(response.quote, "quote")
    return response
  }

  /// Removes a quote from the catalogue; dates that were fixed to it keep it.
  ///
  /// - Parameters:
  ///   - id: The quote's id.
  ///   - etag: The current etag, against removing what someone has just changed; empty = whatever
  ///     it is.
  ///   - requestID: As for `create`.
  ///   - timeout: How long the call may take; nil = the client's.
  /// - Returns: The revision of this write.
  /// - Throws: `notFound`, `aborted` where the etag is not the current one, and as `create` for the
  ///   token.
  @discardableResult
  public func delete(
    id: String, etag: String = "", requestID: String = QuoteClient.newRequestID(),
    timeout: Duration? = nil
  ) async throws(Status) -> UInt64 {
    try require(!id.isEmpty, "id", "A quote's id is needed, and the one given is empty.")
    var request = DeleteQuoteRequest()
    request.id = id
    request.etag = etag
    request.requestID = requestID
    return try await write(
      DeleteQuote.self, request, timeout: timeout, isRepeatable: !requestID.isEmpty
    ).revision
  }

  /// Erases a quote's text for good; days that showed it then say that it was withdrawn.
  ///
  /// It needs a token of role ADMIN, and can't be undone.
  ///
  /// - Parameters:
  ///   - id: The quote's id; it may have been deleted already.
  ///   - reason: Why, for the audit log; needed.
  ///   - timeout: How long the call may take; nil = the client's.
  /// - Returns: The revision of this write.
  /// - Throws: `notFound`, and as `create` for the token.
  @discardableResult
  public func purge(
    id: String, reason: String, timeout: Duration? = nil
  ) async throws(Status) -> UInt64 {
    try require(!id.isEmpty, "id", "A quote's id is needed, and the one given is empty.")
    try require(!reason.isEmpty, "reason", "The reason for a purge is needed, and it is empty.")
    var request = PurgeQuoteRequest()
    request.id = id
    request.reason = reason
    return try await write(
      PurgeQuote.self, request, timeout: timeout, isRepeatable: false
    ).revision
  }

  /// A name for one wish of a caller's: a UUID made of random bits.
  public static func newRequestID() -> String {
    var bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
    // The version and the variant of RFC 9562, section 5.4.
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    var text = ""
    for (index, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(index) { text += "-" }
      text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return text
  }

  /// Throws what the server would say of a value that can't be.
  func require(_ holds: Bool, _ field: String, _ message: String) throws(Status) {
    guard holds else { throw .invalid(field, message) }
  }
}
