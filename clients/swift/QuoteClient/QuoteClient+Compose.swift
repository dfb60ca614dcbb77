// SPDX-License-Identifier: Apache-2.0

internal import QuoteWire

extension QuoteClient {
  /// Asks for a message that is ready for its channel, made of a quote.
  ///
  /// ```swift
  /// let message = try await client.compose(.quoteID(id), for: .iMessage)
  /// ```
  ///
  /// The server keeps nothing of it.
  ///
  /// - Parameters:
  ///   - subject: A quote by its id, the quote of a date, or a quote that isn't in the catalogue.
  ///   - channel: Where the message is to go.
  ///   - note: The sender's own words, put before the quote; empty = none.
  ///   - locale: The reader's language, BCP 47; empty = the quote's.
  ///   - sessionID: Names the conversation's bubble, so that a later message replaces it; empty =
  ///     the server makes one.
  ///   - overflow: What to do when it is too long.
  ///   - limit: The limit in the channel's own unit, where it isn't the usual one; 0 = the usual.
  ///   - display: The grid; for `Channel.display`, and needed there.
  ///   - timeout: How long the call may take; nil = the client's.
  /// - Throws: `notFound` for an unknown id, `invalidArgument` for a note or limit that can't be,
  ///   `failedPrecondition` where it is too long and must not be cut, and the errors of `daily`.
  public func compose(
    _ subject: ComposeMessageRequest.Subject, for channel: Channel, note: String = "",
    locale: String = "", sessionID: String = "", overflow: Overflow = .truncate, limit: Int = 0,
    display: DisplayGrid? = nil, timeout: Duration? = nil
  ) async throws(Status) -> Message {
    var request = ComposeMessageRequest()
    request.subject = subject
    request.channel = channel
    request.note = note
    request.locale = locale
    request.sessionID = sessionID
    request.overflow = overflow
    request.limit = Int32(clamping: limit)
    request.display = display
    try request.check()
    return try required(
      try await read(ComposeMessage.self, request, timeout: timeout).message, "message")
  }
}

extension ComposeMessageRequest {
  /// Throws what the server would say of a request that can't be.
  fileprivate func check() throws(Status) {
    switch subject {
    case .quoteID(""): throw .invalid("quote_id", "A quote's id is needed; the one given is empty.")
    case .quote(let quote) where quote.text.isEmpty:
      throw .invalid("quote.text", "A quote's text is needed; the one given is empty.")
    default: break
    }
    guard limit >= 0 else { throw .invalid("limit", "limit is \(limit); it must be 0 or more.") }
    let hasGrid = display.map { $0.columns > 0 && $0.rows > 0 } ?? false
    guard channel != .display || hasGrid else {
      throw .invalid("display", "A display needs its columns and rows, one of each at least.")
    }
  }
}
