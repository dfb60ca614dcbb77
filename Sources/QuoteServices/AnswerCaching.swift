// SPDX-License-Identifier: Apache-2.0

package import QuoteModel
internal import QuoteWire
package import RPCCore

/// How long the answers to calls by GET may be kept.
package struct AnswerCaching: Sendable {
  private let clock: @Sendable () -> Timestamp

  /// Creates the rules of a server with such a clock.
  package init(clock: @escaping @Sendable () -> Timestamp) { self.clock = clock }

  /// What holds for an answer of a method to a request, both encoded.
  package func callAsFunction(
    _ method: MethodPath, _ request: [UInt8], _ response: [UInt8]
  ) -> WebCaching {
    switch method {
    case DailyQuote.path: ofDay(try? DailyQuoteResponse(wire: response.span))
    // Drawn by chance: who asks again wants another.
    case RandomQuotes.path:
      (try? RandomQuotesRequest(wire: request.span))?.seed ?? 0 == 0 ? .never : .revalidate
    case ListQuotes.path, GetQuote.path, SearchQuotes.path, ListDailyQuotes.path,
      ListCalendars.path, ListCreators.path, ListTags.path:
      .revalidate
    default: .never
    }
  }

  /// A fixed day's quote holds until the day is over, and then still, but who asked without a date
  /// means the next day by then.
  private func ofDay(_ answer: DailyQuoteResponse?) -> WebCaching {
    guard let answer, answer.certainty == .fixed, let end = answer.validUntil else {
      return .revalidate
    }
    let seconds = end.seconds - clock().seconds
    return seconds > 0 ? .seconds(Int(seconds)) : .revalidate
  }
}
