// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteTesting
internal import Testing

@Suite("The sample in another language", .timeLimit(.minutes(10)))
struct ClientSampleTests {
  @Test(
    "shows the daily quote, all pages of a language and a message", arguments: ClientSample.allCases
  )
  func shows(sample: ClientSample) async throws {
    let clients = try await ForeignClients()
    let result = try await sample.run(clients.server.address)
    try #require(result.status == 0, "\(result.error)")
    let daily = try await clients.grpcio("daily", "", "")
    let (id, text) = (daily["quote"]["id"].text, daily["quote"]["text"].text)
    #expect(result.output.contains("The quote of \(daily["date"].text) in UTC:\n\(text)\n— "))
    #expect(result.output.contains("/q/\(id)\n"))

    let list = try await clients.quote(
      ["list", "--language", "la", "--page-size", "100", "--output", "json"])
    let quotes = try JSON(list.output)["quotes"]
    try #require(quotes.count > 10, "One page would not show how to go on.")
    for index in 0..<quotes.count {
      let parts = result.output.split(separator: "\n" + quotes[index]["id"].text + "  ")
      #expect(parts.count == 2, "\(quotes[index]["text"].text)")
    }
  }

  @Test("tells the code, reason and words of a refusal", arguments: ClientSample.allCases)
  func refusal(sample: ClientSample) async throws {
    let server = try await RunningServer()
    let result = try await sample.run(server.address, ["--quote", "nothing"])
    #expect(result.status == 1)
    #expect(result.error.contains(#"(QUOTE_NOT_FOUND): No quote has the id "nothing"."#))
  }

  @Test("calls by TLS, and only whom it trusts", arguments: ClientSample.allCases)
  func tls(sample: ClientSample) async throws {
    let (own, other) = (try TemporaryFolder(), try TemporaryFolder())
    for folder in [own, other] {
      let made = try await Program.quoted.run(
        [
          "cert", "--cert", folder.file("cert.pem"), "--key", folder.file("key.pem"), "127.0.0.1",
        ])
      try #require(made.status == 0, "\(made.error)")
    }
    let server = try await RunningServer(
      arguments: ["--tls-cert", own.file("cert.pem"), "--tls-key", own.file("key.pem")])
    let trusting = try await sample.run(server.address, ["--ca", own.file("cert.pem")])
    #expect(trusting.status == 0, "\(trusting.error)")
    let distrusting = try await sample.run(
      server.address, ["--ca", other.file("cert.pem"), "--timeout", "2"])
    #expect(distrusting.status == 69, "\(distrusting.output)")
  }

  @Test("waits for a server that is not there yet", arguments: ClientSample.allCases)
  func waits(sample: ClientSample) async throws {
    let first = try await RunningServer()
    _ = await first.stop()
    let running = try await sample.start(first.address)
    let server = try await RunningServer(arguments: ["--listen", first.address])
    let result = await running.end()
    #expect(result.status == 0, "\(result.error)")
    _ = server
  }

  @Test("tries again what was unavailable", arguments: [ClientSample.cpp, .go, .ruby])
  func triesAgain(sample: ClientSample) async throws {
    let script = Repository.root + "/Tests/InteropTests/TestService/flaky_quotes.py"
    let server = try Repository.PythonEnvironment().python.start([script])
    let line = await server.outputLine(startingWith: "listening on ")
    let address = try #require(line, "\(server.errorSoFar)")
    let result = try await sample.run(address)
    #expect(result.status == 0, "\(result.error)")
    #expect(result.output.contains("/q/2345672345672345\n"))
    server.signal(9)
  }

  @Test("gives up at its deadline", arguments: ClientSample.allCases)
  func deadline(sample: ClientSample) async throws {
    let server = try await RunningServer()
    _ = await server.stop()
    let result = try await sample.run(server.address, ["--timeout", "1"])
    #expect(result.status == 69)
    #expect(result.error.contains(server.address + ": "), "\(result.error)")
  }

  @Test("is not needed where curl is there: the README's one command composes a message")
  func oneCommand() async throws {
    let server = try await RunningServer()
    let readme = try String(
      contentsOfFile: Repository.root + "/clients/README.md", encoding: .utf8)
    let block = try #require(readme.firstMatch(of: /```sh\n(curl [^`]*)```/))
    let command = block.1.replacing("127.0.0.1:4242", with: server.address)
    let result = try await Program(path: "/bin/sh").run(["-c", String(command)])
    let message = try JSON(result.output)["message"]
    #expect(message["url"].text.hasPrefix("http://\(server.address)/q/"), "\(result.output)")
    #expect(try JSON(message["payloadJson"].text)["text"] == message["text"])
  }
}
