// SPDX-License-Identifier: Apache-2.0

internal import QuoteTesting
internal import Testing

@Suite("The Python sample", .timeLimit(.minutes(5)))
struct SampleTests {
  @Test(
    "shows the daily quote, a page and a message",
    arguments: ["grpc_daily.py", "delimited_daily.py"])
  func shows(name: String) async throws {
    let clients = try await ForeignClients()
    let result = try await clients.sample(name, [])
    try #require(result.status == 0, "\(result.error)")
    let text = try await clients.grpcio("daily", "", "")["quote"]["text"].text
    let firstWords = text.split(separator: " ").prefix(3).joined(separator: " ")
    #expect(result.output.contains(firstWords), "\(result.output)")
  }

  @Test(
    "says what is wrong where nobody listens",
    arguments: ["grpc_daily.py", "delimited_daily.py"])
  func nobody(name: String) async throws {
    let clients = try await ForeignClients()
    _ = await clients.server.stop()
    let result = try await clients.sample(name, [])
    #expect(result.status != 0)
    #expect(result.error.contains(clients.server.address), "\(result.error)")
    #expect(!result.error.contains("Traceback"), "\(result.error)")
  }
}
