// SPDX-License-Identifier: Apache-2.0

internal import QuoteTesting
internal import Testing

@Suite("Parsers that others wrote", .timeLimit(.minutes(5)))
struct RereadingTests {
  private static let channels = [
    "plain", "imessage", "sms", "slack", "discord", "telegram", "matrix", "mastodon", "bluesky",
    "email", "display",
  ]

  @Test("read the composer's golden messages as they are meant")
  func golden() async throws {
    let folder = Repository.root + "/Tests/QuoteComposerTests/Golden"
    let script = Repository.root + "/Tests/InteropTests/reread_messages.py"
    let result = try await Repository.PythonEnvironment().python.run([script, "golden", folder])
    try #require(result.status == 0, "\(result.error)")
    let counts = try JSON(result.output)
    for channel in Self.channels { #expect(counts[channel].number == 4, "\(channel)") }
  }

  @Test("read what a server makes of hostile texts as it is meant")
  func served() async throws {
    let clients = try await ForeignClients(
      serverArguments: ["--public-url", "https://quotes.example.org"])
    let counts = try await clients.reread()
    for channel in Self.channels { #expect(counts[channel].number >= 50, "\(channel)") }
  }
}
