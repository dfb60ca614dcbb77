// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteServices
internal import QuoteWire
internal import RPCCore
internal import Testing

@Suite("An editor")
struct EditingTests {
  private let desk: TestDesk

  init() throws { desk = try TestDesk() }

  private func create(_ text: String, id: String = "") -> CreateQuoteRequest {
    var request = CreateQuoteRequest()
    request.quote = Quote()
    request.quote?.text = text
    request.requestID = id
    return request
  }

  private var present: Quote {
    get throws {
      let snapshot = desk.catalogue.snapshots.latest
      var bytes: [UInt8] = []
      _ = try snapshot.appendPage(ListQuotesRequest(), to: &bytes)
      return try #require(try ListQuotesResponse(wire: bytes.span).quotes.first)
    }
  }

  @Test("gets the first answer again where a reply was lost, and nothing is done twice")
  func replay() async throws {
    let token = try await desk.token(.editor).secret
    let request = create("Know thyself.", id: "3b241101-e2bb-4255-8caf-4136c566a962")
    let first = try await desk.call(CreateQuote.self, request, token: token)
    let revision = desk.catalogue.snapshots.latest.revision
    #expect(try await desk.call(CreateQuote.self, request, token: token) == first)
    #expect(desk.catalogue.snapshots.latest.revision == revision)
    var deletion = DeleteQuoteRequest()
    deletion.id = first.quote?.id ?? ""
    deletion.requestID = "delete it"
    let gone = try await desk.call(DeleteQuote.self, deletion, token: token)
    #expect(try await desk.call(DeleteQuote.self, deletion, token: token) == gone)
    // Even now: it answers what was, and does nothing.
    #expect(try await desk.call(CreateQuote.self, request, token: token) == first)
    #expect(desk.catalogue.snapshots.latest.count == 3)
  }

  @Test("can't use a request's name for another request, but another editor can")
  func reuse() async throws {
    let (one, other) = (try await desk.token(.editor).secret, try await desk.token(.editor).secret)
    _ = try await desk.call(CreateQuote.self, create("One.", id: "a"), token: one)
    let status = try await desk.refusal(CreateQuote.self, create("Two.", id: "a"), token: one)
    #expect(status.code == .invalidArgument)
    #expect(status.reason == "REQUEST_REUSED")
    #expect(status.fields == ["request_id"])
    _ = try await desk.call(CreateQuote.self, create("Two.", id: "a"), token: other)
  }

  @Test("who was slower than another is told, and overwrites nothing")
  func conflict() async throws {
    let token = try await desk.token(.editor).secret
    let read = try present
    var request = UpdateQuoteRequest()
    request.quote = read
    request.quote?.source = "First"
    request.updateMask = FieldMask(paths: ["source"])
    let first = try await desk.call(UpdateQuote.self, request, token: token)
    request.quote?.source = "Second"
    let status = try await desk.refusal(UpdateQuote.self, request, token: token)
    #expect(status.code == .aborted)
    #expect(status.reason == "ETAG_CHANGED")
    var deletion = DeleteQuoteRequest()
    deletion.id = read.id
    deletion.etag = read.etag
    #expect(try await desk.refusal(DeleteQuote.self, deletion, token: token).code == .aborted)
    #expect(try present.source == "First")
    deletion.etag = first.quote?.etag ?? ""
    _ = try await desk.call(DeleteQuote.self, deletion, token: token)
  }

  @Test("is refused what can't be, with the field at fault")
  func refusals() async throws {
    let token = try await desk.token(.admin).secret
    func check<Method: RPCMethod>(
      _ method: Method.Type, _ request: Method.Request, _ code: Status.Code, _ field: String?
    ) async throws {
      let status = try await desk.refusal(method, request, token: token)
      #expect(status.code == code, "\(status)")
      #expect(status.fields == (field.map { [$0] } ?? []), "\(status)")
      #expect(status.reason != nil, "\(status)")
    }
    try await check(CreateQuote.self, CreateQuoteRequest(), .invalidArgument, "quote")
    try await check(CreateQuote.self, create(""), .invalidArgument, "quote.text")
    try await check(
      CreateQuote.self, create("a", id: String(repeating: "x", count: 65)), .invalidArgument,
      "request_id")
    try await check(UpdateQuote.self, UpdateQuoteRequest(), .invalidArgument, "quote")
    var update = UpdateQuoteRequest()
    update.quote = try present
    update.updateMask = FieldMask(paths: ["create_time"])
    try await check(UpdateQuote.self, update, .invalidArgument, "update_mask")
    update.updateMask = FieldMask(paths: ["nonsense"])
    try await check(UpdateQuote.self, update, .invalidArgument, "update_mask")
    try await check(DeleteQuote.self, DeleteQuoteRequest(), .invalidArgument, "id")
    var deletion = DeleteQuoteRequest()
    deletion.id = "aaaaaaaaaaaaaaaa"
    try await check(DeleteQuote.self, deletion, .notFound, nil)
    var purge = PurgeQuoteRequest()
    purge.id = try present.id
    try await check(PurgeQuote.self, purge, .invalidArgument, "reason")
    var batch = ImportQuotesRequest()
    batch.quotes = TestService.quotes(1_001)
    try await check(ImportQuotes.self, batch, .invalidArgument, "quotes")
    try await check(
      CreateQuote.self, create(try present.text).with(creator: try present.creator),
      .alreadyExists, nil)
  }
}

extension CreateQuoteRequest {
  fileprivate func with(creator: String) -> Self {
    var request = self
    request.quote?.creator = creator
    return request
  }
}
