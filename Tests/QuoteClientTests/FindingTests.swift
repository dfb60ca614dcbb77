// SPDX-License-Identifier: Apache-2.0

internal import QuoteClient
internal import Testing

@Suite("A client that looks for something", .timeLimit(.minutes(5)))
struct FindingTests {
  /// Runs a body with a client of a server that answers so, and returns what the server was asked.
  private func asked(
    _ answers: ScriptedServer.Answers, _ body: (QuoteClient) async throws -> Void
  ) async throws -> [ScriptedServer.Request] {
    let server = try ScriptedServer(answers)
    let client = try QuoteClient(server: server.address)
    try await body(client)
    await client.close()
    await server.stop()
    return server.requests
  }

  private static func quote(_ id: String) -> Quote {
    var quote = Quote()
    quote.id = id
    return quote
  }

  private static func facet(_ name: String, _ count: Int32) -> Facet {
    var facet = Facet()
    (facet.name, facet.count) = (name, count)
    return facet
  }

  @Test("searches, a page or one by one")
  func search() async throws {
    var answers = ScriptedServer.Answers()
    answers.search.quotes = [Self.quote("a"), Self.quote("b")]
    var filter = QuoteFilter()
    filter.languages = ["zh"]
    let meant = filter
    let requests = try await asked(answers) { client in
      let page = try await client.searchPage(
        "孔子", filter: meant, pageSize: 2, pageToken: "token")
      #expect(page == answers.search)
      var ids: [String] = []
      for try await quote in client.search("1984") { ids.append(quote.id) }
      #expect(ids == ["a", "b"])
    }
    var first = SearchQuotesRequest()
    first.query = "孔子"
    first.filter = filter
    first.pageSize = 2
    first.pageToken = "token"
    var second = SearchQuotesRequest()
    second.query = "1984"
    #expect(requests == [.search(first), .search(second)])
  }

  @Test("draws by chance, by a seed, and without what was seen")
  func random() async throws {
    var answers = ScriptedServer.Answers()
    answers.random.quotes = [Self.quote("a")]
    let requests = try await asked(answers) { client in
      let quotes = try await client.random()
      #expect(quotes == answers.random.quotes)
      _ = try await client.random(
        count: 5, seed: .max, excluding: ["b"], balancingCreators: true)
    }
    var first = RandomQuotesRequest()
    first.count = 1
    var second = RandomQuotesRequest()
    second.count = 5
    second.seed = .max
    second.excludeIDs = ["b"]
    second.balanceCreators = true
    #expect(requests == [.random(first), .random(second)])
  }

  @Test("lists creators and tags, a page or one by one")
  func facets() async throws {
    var answers = ScriptedServer.Answers()
    answers.creators.creators = [Self.facet("Laozi", 3)]
    answers.tags.tags = [Self.facet("tao", 2)]
    let requests = try await asked(answers) { client in
      let creators = try await client.creatorsPage(prefix: "la", pageSize: 1, pageToken: "token")
      #expect(creators == answers.creators)
      for try await facet in client.creators() { #expect(facet.name == "Laozi") }
      for try await facet in client.tags(prefix: "t") { #expect(facet.count == 2) }
    }
    var first = ListCreatorsRequest()
    (first.prefix, first.pageSize, first.pageToken) = ("la", 1, "token")
    var third = ListTagsRequest()
    third.prefix = "t"
    #expect(requests == [.creators(first), .creators(ListCreatorsRequest()), .tags(third)])
  }
}
