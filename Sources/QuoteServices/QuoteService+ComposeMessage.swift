// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteComposer
internal import QuoteModel
internal import RPCCore

extension QuoteService {
  /// A quote as a message that is ready for a channel: at once, but where texts are so long that
  /// fitting them would keep the loop from others.
  func composeMessage(
    _ request: borrowing ComposeMessageRequest, _ output: inout [UInt8]
  ) throws(Status) -> LaterAnswer? {
    let request = copy request
    let quote = try subject(of: request)
    let publicURL = publicURL()
    guard quote.text.utf8.count + request.note.utf8.count <= Self.bytesComposedAtOnce else {
      return .response { () async throws(Status) in
        try Self.message(of: quote, request, publicURL).wire
      }
    }
    try Self.message(of: quote, request, publicURL).append(to: &output)
    return nil
  }

  /// Of text and note together; few quotes have more.
  private static let bytesComposedAtOnce = 2_000

  private static func message(
    of quote: Quote, _ request: ComposeMessageRequest, _ publicURL: PublicURL
  ) throws(Status) -> ComposeMessageResponse {
    var response = ComposeMessageResponse()
    do throws(ComposerError) {
      response.message = try Composer.compose(
        quote: quote, channel: request.channel, note: request.note, locale: request.locale,
        sessionID: request.sessionID, overflow: request.overflow, limit: request.limit,
        display: request.display, publicURL: publicURL)
    } catch {
      throw Self.refusal(error)
    }
    return response
  }

  private static func refusal(_ error: ComposerError) -> Status {
    switch error.fault {
    case .request:
      .refusal(
        .invalidArgument, error.description, reason: "INVALID_MESSAGE", field: error.field)
    case .length:
      .refusal(
        .failedPrecondition, error.description, reason: "MESSAGE_TOO_LONG", field: error.field)
    }
  }

  private func subject(of request: ComposeMessageRequest) throws(Status) -> Quote {
    switch request.subject {
    case .quoteID(let id):
      let snapshot = reader.snapshot
      return snapshot.quote(at: try Self.row(of: id, in: snapshot, field: "quote_id"))
    case .daily(let daily):
      return try quote(of: daily)
    case .quote(let quote):
      do throws(QuoteProblem) {
        return try QuoteDraft(quote).quote
      } catch {
        throw .refusal(
          .invalidArgument, "quote.\(error)", reason: "INVALID_QUOTE",
          field: "quote.\(error.field)")
      }
    case nil:
      throw .refusal(
        .invalidArgument, "Nothing to compose: set one of quote_id, daily and quote.",
        reason: "SUBJECT_MISSING", field: "subject")
    }
  }

  private func quote(of daily: DailyQuoteRequest) throws(Status) -> Quote {
    let snapshot = reader.snapshot
    let day = try days.day(daily, in: snapshot, at: clock())
    let quote = snapshot.quote(of: day.choice)
    guard !quote.text.isEmpty else {
      throw .refusal(
        .failedPrecondition,
        "The quote of \(day.date) was withdrawn: there is no text to make a message of.",
        reason: "QUOTE_WITHDRAWN", field: "daily")
    }
    return quote
  }
}
