// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteServices
internal import QuoteWire
internal import RPCCore
internal import Testing

@Suite("ListQuotes and GetQuote")
struct ListQuotesTests {
  private let service: TestService

  init() throws { service = try TestService(quotes: TestService.quotes(120)) }

  @Test("give the same quotes in the same bytes")
  func sameQuotes() throws {
    let page = try service.call(ListQuotes.self, ListQuotesRequest())
    #expect(page.quotes.count == 50)
    #expect(page.totalSize == 120)
    for quote in page.quotes {
      var request = GetQuoteRequest()
      request.id = quote.id
      let response = try service.call(GetQuote.self, request)
      #expect(response.quote == quote)
      #expect(response.revision == page.revision)
    }
  }

  @Test(
    "refuse what can't be, with the field",
    arguments: [
      (-1, 0, "", "page_size"), (Int32.min, 0, "", "page_size"), (0, -1, "", "skip"),
      (0, 0, "AAAA", "page_token"), (0, 0, "\u{0}", "page_token"),
    ] as [(Int32, Int32, String, String)])
  func refusals(pageSize: Int32, skip: Int32, token: String, field: String) throws {
    var request = ListQuotesRequest()
    request.pageSize = pageSize
    request.skip = skip
    request.pageToken = token
    let status = try service.refusal(ListQuotes.self, request)
    #expect(status.code == .invalidArgument)
    #expect(status.fields == [field])
    #expect(status.reason == "INVALID_LIST")
  }

  @Test("refuse an order that there is none of", arguments: [-1, 4, 9] as [Int32])
  func orders(number: Int32) throws {
    var request = ListQuotesRequest()
    request.order = QuoteOrder(rawValue: number)
    let status = try service.refusal(ListQuotes.self, request)
    #expect(status.code == .invalidArgument)
    #expect(status.fields == ["order"])
    #expect(status.message.contains("\(number)") && status.message.contains("CREATOR"))
  }

  @Test("are an empty page and no error where nothing meets the filter")
  func emptyPage() throws {
    var request = ListQuotesRequest()
    request.filter = QuoteFilter()
    request.filter?.creators = ["Nobody At All"]
    let page = try service.call(ListQuotes.self, request)
    #expect(page.quotes.isEmpty && page.totalSize == 0 && page.nextPageToken.isEmpty)
    #expect(page.revision == service.catalogue.snapshots.latest.revision)
  }

  @Test("show a mature quote to who has its id, and in a list only where that is asked for")
  func mature() async throws {
    var quote = Quote()
    quote.text = "Not for children."
    quote.rating = .mature
    let id = try await service.catalogue.createQuote(quote, by: .local).quote?.id ?? ""
    var request = GetQuoteRequest()
    request.id = id
    #expect(try service.call(GetQuote.self, request).quote?.text == quote.text)
    var list = ListQuotesRequest()
    #expect(try service.call(ListQuotes.self, list).totalSize == 120)
    list.filter = QuoteFilter()
    list.filter?.includeMature = true
    #expect(try service.call(ListQuotes.self, list).totalSize == 121)
  }

  @Test("find no quote by what is no id", arguments: ["nosuchquotehere2", "x", "ÄÄ", "\u{0}"])
  func notFound(id: String) throws {
    var request = GetQuoteRequest()
    request.id = id
    #expect(try service.refusal(GetQuote.self, request).code == .notFound)
  }

  @Test("wait for a revision that is to come, and say when to try again where it doesn't")
  func revision() async throws {
    var request = ListQuotesRequest()
    request.minRevision = try service.call(ListQuotes.self, request).revision
    _ = try service.call(ListQuotes.self, request)
    request.minRevision += 1
    let status = try await #require(throws: Status.self) {
      try await service.wait(ListQuotes.self, request)
    }
    #expect(status.code == .unavailable)
    #expect(status.details.contains(.retryInfo(delay: .seconds(2))))
    var added = Quote()
    added.text = "It comes."
    let (catalogue, quotes) = (service.catalogue, [added])
    async let written = catalogue.importQuotes(quotes, options: .plain, by: .local)
    let page = try await service.wait(ListQuotes.self, request)
    #expect(page.totalSize == 121)
    let revision = try await written.revision
    #expect(revision == page.revision)
  }

  @Test("see at once what was written")
  func readsWrites() async throws {
    var quote = Quote()
    quote.text = "A new one."
    let id = try await service.catalogue.createQuote(quote, by: .local).quote?.id ?? ""
    var request = GetQuoteRequest()
    request.id = id
    #expect(try service.call(GetQuote.self, request).quote?.text == "A new one.")
  }
}
