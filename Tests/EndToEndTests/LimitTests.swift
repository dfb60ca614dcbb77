// SPDX-License-Identifier: Apache-2.0

internal import QuoteTesting
internal import Testing

@Suite("The limits of quoted serve", .timeLimit(.minutes(5)))
struct LimitTests {
  @Test(
    "R17: refuse a request that is larger than they say, over both protocols",
    arguments: ["grpc", "delimited"])
  func requestSize(_ transport: String) async throws {
    let server = try await RunningServer(arguments: ["--max-request-size", "1KiB"])
    let long = String(repeating: "word ", count: 250)
    let ask = { (words: String) in
      try await Program.quote.run(
        ["--server", server.address, "--protocol", transport, "search", words])
    }
    let refused = try await ask(long)
    #expect(refused.status != 0)
    #expect(refused.error.contains("RESOURCE_EXHAUSTED"), "\(refused.error)")
    #expect(refused.error.contains("1024"), "\(refused.error)")
    #expect(try await ask("sea").status == 0)
  }

  @Test("R12: refuse metadata that is larger than they say")
  func metadataSize() async throws {
    let server = try await RunningServer(arguments: ["--max-metadata-size", "1KiB"])
    let token = String(repeating: "a", count: 1200)
    let refused = try await Program.quote.run(
      ["--server", server.address, "daily"], environment: ["QUOTED_TOKEN": token])
    #expect(refused.status != 0)
    #expect(refused.error.contains("431"), "\(refused.error)")
  }

  @Test(
    "name what may be said where something else is",
    arguments: [
      ("--memory-budget=1MiB", "32MiB to 64GiB"), ("--max-request-size=4MB", "such as 512KiB"),
      ("--max-connection-age=0", "1s to 720h"), ("--max-connections=0", "1 to 1000000"),
      ("--permit-keepalive-time=often", "a span of time"),
    ])
  func usage(_ option: String, _ words: String) async throws {
    let result = try await Program.quoted.run(["serve", option])
    #expect(result.status == 64)
    #expect(result.error.contains(words), "\(result.error)")
  }
}
