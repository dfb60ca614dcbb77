// SPDX-License-Identifier: Apache-2.0

internal import QuoteClient
internal import Testing

@Suite("A call of the client", .timeLimit(.minutes(5)))
struct CallTests {
  /// Runs a body with a client of a server that answers so, and returns what the server was asked.
  private func asked(
    _ answers: ScriptedServer.Answers = .init(), over transport: QuoteClient.TransportProtocol,
    _ body: (QuoteClient) async throws -> Void
  ) async throws -> [ScriptedServer.Request] {
    let server = try ScriptedServer(answers)
    let client = try QuoteClient(server: server.address, protocol: transport)
    try await body(client)
    await client.close()
    await server.stop()
    return server.requests
  }

  private var quote: Quote {
    var quote = Quote()
    quote.id = "abcdefgh23456723"
    quote.text = "Know thyself."
    return quote
  }

  @Test(
    "asks for a day, and nil is what the contract says of an empty field",
    arguments: QuoteClient.TransportProtocol.allCases)
  func daily(over transport: QuoteClient.TransportProtocol) async throws {
    var response = DailyQuoteResponse()
    response.quote = quote
    response.date = "2026-11-30"
    let requests = try await asked(.init(daily: .success(response)), over: transport) { client in
      #expect(try await client.daily() == response)
      let date = CivilDate(year: 2026, month: 11, day: 30)
      _ = try await client.daily(date: date, timeZone: "Asia/Tokyo", calendar: "de")
    }
    var request = DailyQuoteRequest()
    request.date = "2026-11-30"
    request.timeZone = "Asia/Tokyo"
    request.calendar = "de"
    #expect(requests == [.daily(DailyQuoteRequest()), .daily(request)])
  }

  @Test("asks for a quote", arguments: QuoteClient.TransportProtocol.allCases)
  func get(over transport: QuoteClient.TransportProtocol) async throws {
    var response = GetQuoteResponse()
    response.quote = quote
    let requests = try await asked(.init(get: response), over: transport) { client in
      let found = try await client.quote(id: "abcdefgh23456723")
      #expect(found == quote)
    }
    var request = GetQuoteRequest()
    request.id = "abcdefgh23456723"
    #expect(requests == [.get(request)])
  }

  @Test("asks for a page", arguments: QuoteClient.TransportProtocol.allCases)
  func page(over transport: QuoteClient.TransportProtocol) async throws {
    var response = ListQuotesResponse()
    response.quotes = [quote, quote]
    response.totalSize = 2
    var filter = QuoteFilter()
    filter.languages = ["de"]
    let requests = try await asked(.init(list: response), over: transport) { client in
      let page = try await client.page(
        filter: filter, order: .newest, pageSize: 3_000_000_000, pageToken: "token", skip: 4)
      #expect(page == response)
    }
    var request = ListQuotesRequest()
    request.filter = filter
    request.order = .newest
    request.pageSize = .max
    request.pageToken = "token"
    request.skip = 4
    #expect(requests == [.list(request)])
  }

  @Test("asks for a message", arguments: QuoteClient.TransportProtocol.allCases)
  func compose(over transport: QuoteClient.TransportProtocol) async throws {
    var response = ComposeMessageResponse()
    response.message = Message()
    response.message?.text = "Know thyself."
    let requests = try await asked(.init(compose: response), over: transport) { client in
      let message = try await client.compose(
        .quote(quote), for: .iMessage, note: "Look!", locale: "de", sessionID: "one",
        overflow: .fail, limit: 200)
      #expect(message.text == "Know thyself.")
    }
    var request = ComposeMessageRequest()
    request.subject = .quote(quote)
    request.channel = .iMessage
    request.note = "Look!"
    request.locale = "de"
    request.sessionID = "one"
    request.overflow = .fail
    request.limit = 200
    #expect(requests == [.compose(request)])
  }

  @Test(
    "throws what the server said, with its details",
    arguments: QuoteClient.TransportProtocol.allCases)
  func refusal(over transport: QuoteClient.TransportProtocol) async throws {
    let refusal = Status(
      .outOfRange, "The calendar begins on 2025-11-30.",
      details: [
        .errorInfo(reason: "DATE_OUT_OF_RANGE", domain: "quotes.v1", metadata: [:]),
        .badRequest([.init(field: "date", description: "It is before 2025-11-30.")]),
      ])
    _ = try await asked(.init(daily: .failure(refusal)), over: transport) { client in
      await #expect(throws: refusal) { try await client.daily() }
    }
  }

  @Test(
    "names the server that was not given the time to answer",
    arguments: QuoteClient.TransportProtocol.allCases)
  func deadline(over transport: QuoteClient.TransportProtocol) async throws {
    let requests = try await asked(over: transport) { client in
      let error = await #expect(throws: Status.self) { try await client.daily(timeout: .zero) }
      #expect(error?.code == .deadlineExceeded)
      #expect(error?.message.contains(client.server) == true, "\(error?.message ?? "")")
    }
    #expect(requests.isEmpty)
  }

  @Test("throws where a response lacks what the contract promises, and names the server")
  func incomplete() async throws {
    _ = try await asked(over: .grpc) { client in
      let errors = [
        await #expect(throws: Status.self) { try await client.daily() },
        await #expect(throws: Status.self) { try await client.quote(id: "a") },
        await #expect(throws: Status.self) {
          try await client.compose(.quoteID("a"), for: .plainText)
        },
      ]
      for error in errors {
        #expect(error?.code == .internal)
        #expect(error?.message.contains(client.server) == true)
      }
    }
  }
}
