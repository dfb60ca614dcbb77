// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteTesting
internal import Testing

@Suite("quote search", .timeLimit(.minutes(5)))
struct SearchCommandTests {
  private func quote(_ server: RunningServer, _ arguments: [String]) async throws -> Program.Result
  {
    // It waits so long for the index, which a debug build takes its time to make.
    try await Program.quote.run(
      arguments + ["--timeout", "120s"], environment: ["QUOTE_SERVER": server.address])
  }

  @Test(
    "finds by words of text, creator and source, by both protocols",
    arguments: ["grpc", "delimited"])
  func finds(transport: String) async throws {
    let server = try await RunningServer()
    let search = ["search", "-o", "plain", "--protocol", transport]
    let wit = try await quote(server, search + ["brevity", "WIT"])
    #expect(wit.status == 0, "\(wit.error)")
    #expect(wit.output.contains("soul of wit"), "\(wit.output)")
    let phrase = try await quote(server, search + ["\"soul of wit\""])
    #expect(phrase.output == wit.output)
    let creator = try await quote(server, search + ["--all", "shakespeare"])
    #expect(creator.output.contains("Shakespeare"))
    #expect(try await quote(server, search + ["xyzzyplugh"]).output == "")
  }

  @Test("goes through the matches page by page, each once")
  func pages() async throws {
    let server = try await RunningServer()
    let all = try await quote(server, ["search", "the", "--all", "-o", "jsonl"])
    #expect(all.status == 0, "\(all.error)")
    let lines = all.output.split(separator: "\n")
    try #require(lines.count > 50 && Set(lines).count == lines.count)
    let small = try await quote(server, ["search", "the", "--all", "-n", "7", "-o", "jsonl"])
    #expect(small.output == all.output)
    let page = try await quote(server, ["search", "the", "-n", "2", "-o", "json"])
    let token = try #require(page.output.firstMatch(of: /"nextPageToken": "([^"]+)"/)?.1)
    let next = try await quote(
      server, ["search", "the", "-n", "2", "-o", "jsonl", "--page-token", String(token)])
    #expect(next.output.split(separator: "\n") == Array(lines[2...3]))
    let other = try await quote(server, ["search", "a", "--page-token", String(token)])
    #expect(other.status == 64)
    #expect(other.error.contains("another query"), "\(other.error)")
  }

  @Test("refuses what has no word in it, with status 64", arguments: ["%", "\"\"", "…"])
  func nothing(query: String) async throws {
    let server = try await RunningServer()
    let result = try await quote(server, ["search", query])
    #expect(result.status == 64)
    #expect(result.error.contains("a letter, a digit or an emoji"), "\(result.error)")
  }

  @Test("is answered after the server was killed at any moment of making its index")
  func killed() async throws {
    let data = try TemporaryFolder()
    for round in 0..<8 {
      let server = try await RunningServer(data: data)
      if round % 2 == 1 {
        let found = try await quote(server, ["search", "brevity wit", "-o", "plain"])
        #expect(found.output.contains("soul of wit"), "\(found.error)")
        try? FileManager.default.removeItem(atPath: data.file("search.sqlite"))
      }
      await server.kill()
    }
    let server = try await RunningServer(data: data)
    let found = try await quote(server, ["search", "brevity wit", "-o", "plain"])
    #expect(found.output.contains("soul of wit"), "\(found.error)")
    #expect(!server.log.contains("search index failed"), "\(server.log)")
  }
}
