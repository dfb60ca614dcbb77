// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuotePages
internal import RPCCore

/// The pages of a small catalogue that a test makes up.
struct Pages {
  /// The quotes of the catalogue, in its order.
  var quotes: [Quote] = [Pages.austen]
  /// Today's answer; nil = there is none.
  var today: DailyQuoteResponse? = Pages.day(of: Pages.austen)
  /// What the next page of a list is asked for with.
  var nextToken = ""
  /// What every search ends with; nil = the quotes that hold the words.
  var searchProblem: Status?

  /// 2026-11-30, twelve o'clock.
  static let noon = Timestamp(seconds: 1_796_040_000)

  static let austen = quote(
    "The more I see of the world, the more am I dissatisfied with it.", by: "Jane Austen",
    from: "Pride and Prejudice, chapter 24", in: "en")

  /// A quote, with an id that tells it from others.
  static func quote(
    _ text: String, by creator: String, from source: String = "", in language: String = ""
  ) -> Quote {
    var quote = Quote()
    quote.id = "5uuertmjygejza6g"
    quote.text = text
    quote.creator = creator
    quote.source = source
    quote.language = language
    return quote
  }

  /// The answer for today, which ends twelve hours after noon.
  static func day(of quote: Quote) -> DailyQuoteResponse {
    var day = DailyQuoteResponse()
    day.quote = quote
    day.date = "2026-11-30"
    day.validUntil = Timestamp(seconds: noon.seconds + 12 * 3600)
    day.timeZone = "UTC"
    day.calendar = "default"
    return day
  }

  /// Asks for a page as a browser does.
  func html(_ target: String) async -> WebResponse {
    await answer(target, accept: "text/html,application/xhtml+xml,*/*;q=0.8", encoding: "gzip, br")
  }

  /// Asks for a page as curl does.
  func plain(_ target: String) async -> WebResponse {
    await answer(target, accept: "*/*")
  }

  /// Asks for a page.
  func answer(
    _ target: String, accept: String, encoding: String? = nil, token: String? = nil
  ) async -> WebResponse {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var fields = [WebField("accept", accept)]
    if let encoding { fields.append(WebField("accept-encoding", encoding)) }
    if let token { fields.append(WebField("authorization", "Bearer \(token)")) }
    let pages = WebPages(
      source: source, publicURL: { "https://quotes.example" }, clock: { Self.noon })
    return await pages.answer(
      WebRequest(
        method: "GET", path: String(parts[0]), query: parts.count > 1 ? String(parts[1]) : "",
        fields: fields, peer: .thisProcess))
  }

  private var source: PageSource {
    PageSource(
      daily: { _ async throws(Status) in
        guard let today else { throw Status(.failedPrecondition, "The calendar has no quotes.") }
        return today
      },
      quote: { request async throws(Status) in
        guard let quote = quotes.first(where: { $0.id == request.id }) else {
          throw Status(.notFound, "No quote has the id \(Excerpt(request.id)).")
        }
        var response = GetQuoteResponse()
        response.quote = quote
        return response
      },
      list: { request async throws(Status) in
        var response = ListQuotesResponse()
        response.quotes = request.pageToken.isEmpty ? quotes : []
        response.nextPageToken = request.pageToken.isEmpty ? nextToken : ""
        response.totalSize = Int32(quotes.count)
        return response
      },
      search: { request async throws(Status) in
        if let searchProblem { throw searchProblem }
        var response = SearchQuotesResponse()
        response.quotes = quotes.filter { $0.text.contains(request.query) }
        response.nextPageToken = nextToken
        return response
      })
  }
}

extension WebResponse {
  /// The content.
  var text: String { String(decoding: body, as: UTF8.self) }

  /// How often something is in the content.
  func count(of text: String) -> Int {
    self.text.split(separator: text, omittingEmptySubsequences: false).count - 1
  }
}
