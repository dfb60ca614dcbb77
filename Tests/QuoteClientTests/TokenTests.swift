// SPDX-License-Identifier: Apache-2.0

internal import QuoteClient
internal import Testing

@Suite("A client's token")
struct TokenTests {
  @Test(
    "is sent nowhere but to this machine, since others could read it on the way",
    arguments: ["192.0.2.1:4242", "quotes.example.org:80", "[2001:db8::1]:80", "localhost.evil:1"])
  func elsewhere(server: String) {
    let error = #expect(throws: Status.self) {
      try QuoteClient(server: server, token: "quoted_abcdef")
    }
    #expect(error?.code == .invalidArgument)
    #expect(error?.message.contains("TLS") == true)
    #expect(error?.message.contains("abcdef") == false)
  }

  @Test(
    "may be sent where nobody else listens",
    arguments: ["127.0.0.1:4242", "127.9.9.9:1", "[::1]:80", "localhost:80", ":80", "unix:/tmp/a"])
  func here(server: String) async throws {
    await (try QuoteClient(server: server, token: "quoted_abcdef")).close()
  }

  @Test(
    "is never one that could not be a header", arguments: ["", "with blank", "line\nbreak", "ü"])
  func malformed(token: String) {
    let error = #expect(throws: Status.self) { try QuoteClient(token: token) }
    #expect(error?.code == .invalidArgument)
  }

  @Test("of a request is a UUID of version 4, another each time")
  func requestIDs() {
    let ids = Set((0..<100).map { _ in QuoteClient.newRequestID() })
    #expect(ids.count == 100)
    let pattern = #/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/#
    #expect(ids.allSatisfy { $0.wholeMatch(of: pattern) != nil })
  }
}
