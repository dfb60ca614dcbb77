// SPDX-License-Identifier: Apache-2.0

internal import QuoteTesting
internal import Testing

@Suite("A stock client over TLS", .timeLimit(.minutes(5)))
struct TLSClientTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("gets the same daily quote by grpcio, grpcurl, buf curl and both protocols of quote")
  func daily() async throws {
    let clients = try await ForeignClients(serverUsingTLSIn: folder)
    let date = String(try await clients.grpcio("daily", "", "")["date"].text)
    let expected = try await clients.grpcio("daily", date, "Asia/Tokyo")
    #expect(expected["quote"]["text"].text != "")
    let request = #"{"date": "\#(date)", "time_zone": "Asia/Tokyo"}"#
    let command = ["daily", "--date", date, "--time-zone", "Asia/Tokyo", "--output", "json"]
    let answers = [
      try await clients.grpcurl("DailyQuote", request),
      try await clients.bufCurl("DailyQuote", request),
      try await clients.quote(command),
      try await clients.quote(command, over: "delimited"),
    ]
    for answer in answers {
      try #require(answer.status == 0, "\(answer.error)")
      #expect(try JSON(answer.output)["quote"] == expected["quote"])
    }
  }

  @Test("goes through all pages, of any size")
  func pages() async throws {
    let clients = try await ForeignClients(serverUsingTLSIn: folder)
    for size in ["1000", "61"] { _ = try await clients.grpcio("pages", size) }
  }

  @Test(
    "R39: agrees on a protocol by name, or is told that there is none in common",
    arguments: [
      ("h2", "ALPN protocol: h2"), ("quotes-delimited/1", "ALPN protocol: quotes-delimited/1"),
      ("smtp", "alert no application protocol"),
    ])
  func protocols(offered: String, words: String) async throws {
    let clients = try await ForeignClients(serverUsingTLSIn: folder)
    let told = try await clients.openSSL(offering: offered)
    #expect(told.contains(words), "\(told)")
  }
}
