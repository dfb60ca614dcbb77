// SPDX-License-Identifier: Apache-2.0

internal import QuoteClient
internal import QuoteTesting
internal import Testing

@Suite("The Swift client's export", .timeLimit(.minutes(5)))
struct SwiftClientExportTests {
  /// A server and a client that may do everything there.
  private struct Place {
    let server: RunningServer
    let client: QuoteClient

    init(over transport: QuoteClient.TransportProtocol) async throws {
      server = try await RunningServer(arguments: ["--admin-listen", "127.0.0.1:0"])
      let made = try await Program.quoted.run(
        ["token", "create", "--name", "test", "--role", "admin", "--data", server.data.path])
      client = try QuoteClient(
        server: try #require(await server.editorsAddress()), protocol: transport,
        token: made.output.filter { !$0.isNewline })
    }

    func quotes() async throws -> (quotes: [Quote], revisions: Set<UInt64>) {
      var all: (quotes: [Quote], revisions: Set<UInt64>) = ([], [])
      for try await part in client.export(includeDeleted: true) {
        all.quotes += part.quotes
        all.revisions.insert(part.revision)
      }
      return all
    }
  }

  @Test(
    "makes a copy elsewhere, ids, times and deleted quotes included",
    arguments: QuoteClient.TransportProtocol.allCases)
  func copy(over transport: QuoteClient.TransportProtocol) async throws {
    let original = try await Place(over: transport)
    var quote = Quote()
    quote.text = "Only here."
    let added = try #require(try await original.client.create(quote).quote)
    let deleted = try await original.client.delete(id: added.id)
    let (quotes, revisions) = try await original.quotes()
    #expect(revisions == [deleted])
    #expect(quotes.last?.id == added.id && quotes.last?.deleteTime != nil)
    let copy = try await Place(over: transport)
    let starter = try await copy.quotes().quotes.map(\.id)
    // What was founded with the same starter quotes has them by the same ids.
    let response = try await copy.client.importQuotes(quotes, keepIDs: true)
    #expect(
      response.outcomes.map(\.outcome) == starter.map { _ in .present } + [.added])
    #expect(try await copy.quotes().quotes.last?.deleteTime == quotes.last?.deleteTime)
    #expect(try await copy.quotes().quotes.map(\.id) == quotes.map(\.id))
    await original.client.close()
    await copy.client.close()
  }

  @Test(
    "says who may not have it, and ends where the task that reads it is cancelled",
    arguments: QuoteClient.TransportProtocol.allCases)
  func refusal(over transport: QuoteClient.TransportProtocol) async throws {
    let place = try await Place(over: transport)
    let stranger = try QuoteClient(server: place.client.server, protocol: transport)
    let status = await #expect(throws: Status.self) { for try await _ in stranger.export() {} }
    #expect(status?.code == .unauthenticated)
    let reading = Task { [client = place.client] in
      while !Task.isCancelled { await Task.yield() }
      var parts = client.export().makeAsyncIterator()
      _ = try await parts.next()
    }
    reading.cancel()
    let ended = await #expect(throws: Status.self) { try await reading.value }
    #expect(ended?.code == .cancelled)
    await stranger.close()
    await place.client.close()
  }
}
