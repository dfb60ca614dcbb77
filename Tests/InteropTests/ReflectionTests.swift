// SPDX-License-Identifier: Apache-2.0

internal import QuoteTesting
internal import Testing

@Suite("Without proto files", .timeLimit(.minutes(5)))
struct ReflectionTests {
  @Test("grpcurl lists the services, describes them, and makes a call and a stream")
  func grpcurl() async throws {
    let clients = try await ForeignClients()
    let list = try await clients.bareGrpcurl(["list"])
    #expect(
      list.output.split(separator: "\n") == [
        "grpc.health.v1.Health", "grpc.reflection.v1.ServerReflection",
        "grpc.reflection.v1alpha.ServerReflection", "quotes.v1.QuoteService",
      ], "\(list.error)")
    let described = try await clients.bareGrpcurl(["describe", "quotes.v1.QuoteService"])
    #expect(described.output.contains("rpc WatchDailyQuote"), "\(described.error)")
    let daily = try await clients.bareGrpcurl(
      ["quotes.v1.QuoteService/DailyQuote"], data: #"{"time_zone": "Asia/Tokyo"}"#)
    try #require(daily.status == 0, "\(daily.error)")
    #expect(try JSON(daily.output)["timeZone"].text == "Asia/Tokyo")
    let watch = try await clients.bareGrpcurl(
      ["-max-time", "1", "quotes.v1.QuoteService/WatchDailyQuote"], data: "{}")
    #expect(watch.output.contains("validUntil"), "\(watch.error)")
    #expect(watch.error.contains("DeadlineExceeded"), "\(watch.error)")
  }

  @Test("buf curl makes a call")
  func bufCurl() async throws {
    let clients = try await ForeignClients()
    let daily = try await clients.bareBufCurl("quotes.v1.QuoteService/DailyQuote", "{}")
    try #require(daily.status == 0, "\(daily.error)")
    #expect(try JSON(daily.output)["quote"]["text"].text != "")
  }

  @Test(
    "grpcio finds the file of a service, method, message, field, enum and value",
    arguments: [
      "quotes.v1.QuoteService", "quotes.v1.QuoteService.DailyQuote", "quotes.v1.Quote",
      "quotes.v1.Quote.text", "quotes.v1.Channel", "quotes.v1.CHANNEL_IMESSAGE",
      "quotes.v1.ComposeMessageRequest.subject",
    ])
  func symbols(symbol: String) async throws {
    let clients = try await ForeignClients()
    let found = try await clients.reflection("symbol", symbol)
    #expect(found["files"].description.contains("quotes/v1/quotes.proto"), "\(found)")
    // Those that it imports come along.
    #expect(found["files"].description.contains("google/protobuf/timestamp.proto"), "\(found)")
  }

  @Test("has descriptors of the standard protos that are those of grpcio's packages")
  func standardProtos() async throws {
    let clients = try await ForeignClients()
    let compared = try await clients.reflection("compare")
    #expect(compared["same"].count == 3, "\(compared)")
    #expect(compared["different"].count == 0, "\(compared)")
  }

  @Test("an unknown name is told within the stream, which goes on")
  func unknown() async throws {
    let clients = try await ForeignClients()
    let answers = try await clients.reflection("unknown")
    #expect(answers["codes"].description.filter { !$0.isWhitespace } == "(5,5,5,5,3)")
    #expect(answers["services"].count == 4)
  }
}
