// SPDX-License-Identifier: Apache-2.0

package import QuoteModel
package import RPCCore

/// The pages of a server: `/` with its two faces, `/q/ID`, and the files beside them.
///
/// The compact face is `/` with the quote of the day; the expanded one is `/?q=WORDS`, all quotes or
/// those that have the words, page by page. Both, and `/q/ID`, are there as HTML and as plain text.
package struct WebPages: Sendable {
  let source: PageSource
  let publicURL: @Sendable () -> String
  let clock: @Sendable () -> Timestamp
  let assets = SiteAssets()

  /// Creates the pages.
  ///
  /// - Parameters:
  ///   - publicURL: Tells what links from elsewhere begin with, without a slash at its end.
  ///   - clock: Tells the time in UTC.
  package init(
    source: PageSource, publicURL: @escaping @Sendable () -> String,
    clock: @escaping @Sendable () -> Timestamp
  ) {
    self.source = source
    self.publicURL = publicURL
    self.clock = clock
  }

  /// Answers a request, whatever its path.
  package func answer(_ request: WebRequest) async -> WebResponse {
    if let response = assets.response(to: request) { return response }
    let form = PageForm.wanted(
      accept: request.fields["accept"], acceptEncoding: request.fields["accept-encoding"])
    do throws(Status) {
      return response(try await page(for: request), form, to: request)
    } catch {
      return problem(error, form, to: request)
    }
  }

  var site: Site { Site(publicURL: publicURL(), assets: assets) }

  private func page(for request: WebRequest) async throws(Status) -> Page {
    if request.path == "/" {
      let parameters = request.parameters
      guard parameters["q"] != nil || parameters["page"] != nil else { return try await compact() }
      return try await expanded(parameters)
    }
    let segments = request.segments
    guard segments.count == 2, segments[0] == "q", !request.path.hasSuffix("/") else {
      throw Status(.notFound, "There is no page \(Excerpt(request.path)).")
    }
    return try await one(segments[1])
  }

  private func response(
    _ page: Page, _ form: PageForm, to request: WebRequest
  ) -> WebResponse {
    let body = form == .html ? page.frame.document(site).text : page.plainText
    return WebResponse(
      page.status, contentType: form.contentType, page.freshness, body: Array(body.utf8),
      varies: true, to: request)
  }
}

/// A page in both of its forms.
struct Page {
  var status = 200
  var frame: PageFrame
  var plainText: String
  var freshness: Freshness
}

/// Where the pages get their quotes from: the reading methods of the service, as any caller has
/// them.
package struct PageSource: Sendable {
  /// Tells the quote of a day.
  package var daily: @Sendable (DailyQuoteRequest) async throws(Status) -> DailyQuoteResponse
  /// Gets one quote.
  package var quote: @Sendable (GetQuoteRequest) async throws(Status) -> GetQuoteResponse
  /// Lists a page of the catalogue.
  package var list: @Sendable (ListQuotesRequest) async throws(Status) -> ListQuotesResponse
  /// Finds quotes by words.
  package var search: @Sendable (SearchQuotesRequest) async throws(Status) -> SearchQuotesResponse

  /// Brings the methods together.
  package init(
    daily: @escaping @Sendable (DailyQuoteRequest) async throws(Status) -> DailyQuoteResponse,
    quote: @escaping @Sendable (GetQuoteRequest) async throws(Status) -> GetQuoteResponse,
    list: @escaping @Sendable (ListQuotesRequest) async throws(Status) -> ListQuotesResponse,
    search: @escaping @Sendable (SearchQuotesRequest) async throws(Status) -> SearchQuotesResponse
  ) {
    self.daily = daily
    self.quote = quote
    self.list = list
    self.search = search
  }
}
