// SPDX-License-Identifier: Apache-2.0

internal import QuoteClient
internal import QuoteTesting
internal import Testing

@Suite("The Swift client", .timeLimit(.minutes(5)))
struct SwiftClientTests {
  @Test(
    "goes through all quotes page by page, each once",
    arguments: QuoteClient.TransportProtocol.allCases, [0, 100])
  func all(over transport: QuoteClient.TransportProtocol, pageSize: Int) async throws {
    let server = try await RunningServer()
    let client = try QuoteClient(server: server.address, protocol: transport)
    var ids: Set<String> = []
    var count = 0
    for try await quote in client.quotes(pageSize: pageSize) {
      ids.insert(quote.id)
      count += 1
      #expect(!quote.text.isEmpty)
    }
    #expect(count == ids.count)
    #expect(count == Int(try await client.page().totalSize))
    await client.close()
  }

  @Test("gets the same day's quote by both protocols, from anywhere on Earth")
  func daily() async throws {
    let server = try await RunningServer()
    let grpc = try QuoteClient(server: server.address, protocol: .grpc)
    let delimited = try QuoteClient(server: server.address, protocol: .delimited)
    for zone in ["Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Kathmandu"] {
      let one = try await grpc.daily(timeZone: zone)
      let other = try await delimited.daily(date: CivilDate(one.date), timeZone: zone)
      #expect(one.quote == other.quote)
      #expect(one.validUntil == other.validUntil)
      #expect(one.timeZone == zone)
    }
    await grpc.close()
    await delimited.close()
  }

  @Test(
    "makes many calls at once on one connection",
    arguments: QuoteClient.TransportProtocol.allCases)
  func many(over transport: QuoteClient.TransportProtocol) async throws {
    let server = try await RunningServer()
    let client = try QuoteClient(server: server.address, protocol: transport)
    let page = try await client.page(pageSize: 1000)
    let answers = try await withThrowingTaskGroup(of: Bool.self) { group in
      for quote in page.quotes {
        group.addTask { try await client.quote(id: quote.id) == quote }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers.count == page.quotes.count)
    #expect(answers.allSatisfy { $0 })
    await client.close()
  }

  @Test(
    "says what was wrong with a call, with the field",
    arguments: QuoteClient.TransportProtocol.allCases)
  func refusal(over transport: QuoteClient.TransportProtocol) async throws {
    let server = try await RunningServer()
    let client = try QuoteClient(server: server.address, protocol: transport)
    let status = await #expect(throws: Status.self) {
      try await client.daily(timeZone: "Mars/Olympus")
    }
    #expect(status?.code == .invalidArgument)
    #expect(status?.message.contains("Mars/Olympus") == true)
    let violations = status?.details.contains { detail in
      if case .badRequest(let fields) = detail { fields.first?.field == "time_zone" } else { false }
    }
    #expect(violations == true)
    await client.close()
  }

  @Test(
    "says where nobody listens, and calls again once somebody does",
    arguments: QuoteClient.TransportProtocol.allCases)
  func reconnects(over transport: QuoteClient.TransportProtocol) async throws {
    let first = try await RunningServer()
    let client = try QuoteClient(server: first.address, protocol: transport)
    let quote = try await client.daily().quote
    #expect(await first.stop().status == 0)
    var impatience = ConnectionOptions()
    impatience.retries = 0
    let impatient = try QuoteClient(
      server: first.address, protocol: transport, connection: impatience)
    let status = await #expect(throws: Status.self) { try await impatient.daily() }
    await impatient.close()
    #expect(status?.code == .unavailable)
    #expect(status?.message.contains(first.address) == true, "\(status?.message ?? "")")
    let second = try await RunningServer(
      data: first.data, arguments: ["--listen", first.address])
    #expect(try await client.daily().quote == quote)
    #expect(await second.stop().status == 0)
    await client.close()
  }

  @Test(
    "ends a call whose time is over before it begins",
    arguments: QuoteClient.TransportProtocol.allCases)
  func deadline(over transport: QuoteClient.TransportProtocol) async throws {
    let server = try await RunningServer()
    let client = try QuoteClient(server: server.address, protocol: transport)
    let status = await #expect(throws: Status.self) {
      try await client.daily(timeout: .zero)
    }
    #expect(status?.code == .deadlineExceeded)
    _ = try await client.daily()
    await client.close()
  }
}
