// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteClient
internal import Testing

@Suite("A client whose server is away for a moment", .timeLimit(.minutes(5)))
struct RetryTests {
  /// A method of the contract, by its name, whether it may be called twice, and a call of it.
  struct Call: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let isRepeatable: Bool
    let make: @Sendable (QuoteClient) async throws -> Void

    init(
      _ name: String, _ isRepeatable: Bool,
      _ make: @escaping @Sendable (QuoteClient) async throws -> Void
    ) {
      testDescription = name
      self.isRepeatable = isRepeatable
      self.make = make
    }
  }

  private static let newYear = CivilDate.first

  private static let quote: Quote = {
    var quote = Quote()
    quote.id = "a"
    quote.text = "Know thyself."
    return quote
  }()

  static let reads: [Call] = [
    Call("DailyQuote", true) { _ = try await $0.daily() },
    Call("ListDailyQuotes", true) { _ = try await $0.days(from: newYear, through: newYear) },
    Call("ListCalendars", true) { _ = try await $0.calendars() },
    Call("GetQuote", true) { _ = try await $0.quote(id: "a") },
    Call("ListQuotes", true) { _ = try await $0.page() },
    Call("SearchQuotes", true) { _ = try await $0.searchPage("a") },
    Call("RandomQuotes", true) { _ = try await $0.random() },
    Call("ListCreators", true) { _ = try await $0.creatorsPage() },
    Call("ListTags", true) { _ = try await $0.tagsPage() },
    // Nothing is stored of it, though it isn't marked.
    Call("ComposeMessage", true) { _ = try await $0.compose(.quoteID("a"), for: .plainText) },
    Call("ListPins", true) { _ = try await $0.pins() },
  ]

  static let writes: [Call] = [
    Call("CreateQuote", true) { _ = try await $0.create(quote) },
    Call("CreateQuote without an id", false) { _ = try await $0.create(quote, requestID: "") },
    Call("UpdateQuote", true) { try await $0.update(quote) },
    Call("UpdateQuote without an id", false) { try await $0.update(quote, requestID: "") },
    Call("DeleteQuote", true) { try await $0.delete(id: "a") },
    Call("DeleteQuote without an id", false) { try await $0.delete(id: "a", requestID: "") },
    Call("ImportQuotes", true) { _ = try await $0.importQuotes([]) },
    Call("PurgeQuote", false) { try await $0.purge(id: "a", reason: "test") },
    Call("PinDailyQuote", false) { try await $0.pin(quoteID: "a", to: "2027-01-01") },
    Call("UnpinDailyQuote", false) { try await $0.unpin(date: "2027-01-01") },
  ]

  /// How often the server is called where it fails some times at first, and what the call throws.
  private func tries(
    _ call: Call, failures: Int, _ connection: ConnectionOptions = .init(),
    over transport: QuoteClient.TransportProtocol = .grpc
  ) async throws -> (count: Int, error: Status?) {
    let failure = Status(.unavailable, "Not now.")
    let server = try ScriptedServer(.init(failures: Array(repeating: failure, count: failures)))
    let client = try QuoteClient(
      server: server.address, protocol: transport, connection: connection)
    var status: Status?
    do { try await call.make(client) } catch { status = error as? Status }
    await client.close()
    await server.stop()
    return (server.calls, status)
  }

  @Test("R37: makes a call again that may be made twice, and no other", arguments: reads + writes)
  func methods(call: Call) async throws {
    let tries = try await tries(call, failures: 1)
    #expect(tries.count == (call.isRepeatable ? 2 : 1))
    #expect((tries.error?.code == .unavailable) == !call.isRepeatable)
  }

  @Test("R37: reads what the contract marks as free of side effects, again where that helps")
  func marked() throws {
    let proto = try String(
      contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "proto/quotes/v1/quotes.proto"), encoding: .utf8)
    let marked = proto.matches(
      of: #/rpc (\w+)\([^{;]*\{\s*option idempotency_level = NO_SIDE_EFFECTS;/#)
    #expect(marked.count == 9)
    let reads = Set(Self.reads.map(\.testDescription))
    #expect(marked.allSatisfy { reads.contains(String($0.1)) })
  }

  @Test(
    "R37: makes no more calls than it may",
    arguments: QuoteClient.TransportProtocol.allCases, [0, 1, 4])
  func retries(over transport: QuoteClient.TransportProtocol, retries: Int) async throws {
    var connection = ConnectionOptions()
    connection.retries = retries
    let tries = try await tries(Self.reads[0], failures: 9, connection, over: transport)
    #expect(tries.count == retries + 1)
    #expect(tries.error == Status(.unavailable, "Not now."))
  }

  @Test("refuses a number of retries that can't be", arguments: [-1, 5])
  func badRetries(retries: Int) {
    var connection = ConnectionOptions()
    connection.retries = retries
    let options = connection
    let error = #expect(throws: Status.self) { try QuoteClient(connection: options) }
    #expect(error?.code == .invalidArgument)
    #expect(error?.message.contains("\(retries)") == true)
  }

  @Test("waits for a server that isn't there yet, if it is told to")
  func waits() async throws {
    var connection = ConnectionOptions()
    connection.waitsForReady = true
    let client = try QuoteClient(
      server: "127.0.0.1:1", timeout: .milliseconds(500), connection: connection)
    let error = await #expect(throws: Status.self) { try await client.daily() }
    #expect(error?.code == .deadlineExceeded)
    #expect(error?.message.contains("refused") == true, "\(error?.message ?? "")")
    await client.close()
  }

  @Test("carries calls whose messages are compressed")
  func compressed() async throws {
    var connection = ConnectionOptions()
    connection.compressesMessages = true
    var long = Self.quote
    long.text = String(repeating: "Know thyself. ", count: 1_000)
    let quote = long
    let call = Call("ComposeMessage", true) {
      _ = try await $0.compose(.quote(quote), for: .plainText)
    }
    let tries = try await tries(call, failures: 0, connection)
    #expect(tries.count == 1)
    #expect(tries.error?.code == .internal, "The scripted response holds no message.")
  }
}
