// SPDX-License-Identifier: Apache-2.0

internal import QuoteClient
internal import QuoteTesting
internal import Synchronization
internal import Testing

@Suite("A server that is stopped and started again", .timeLimit(.minutes(5)))
struct RestartTests {
  @Test(
    "R36, R37: is not noticed by who reads all the while: no call fails",
    arguments: QuoteClient.TransportProtocol.allCases)
  func reads(over transport: QuoteClient.TransportProtocol) async throws {
    let first = try await RunningServer()
    let client = try QuoteClient(
      server: first.address, protocol: transport, timeout: .seconds(120))
    let end = End()
    let counts = try await withThrowingTaskGroup(of: Int.self) { tasks in
      for _ in 0..<4 {
        tasks.addTask {
          var count = 0
          while !end.isThere {
            _ = try await client.daily(timeZone: "UTC")
            _ = try await client.page(pageSize: 100)
            count += 2
          }
          return count
        }
      }
      _ = try await client.daily()
      let stopped = await first.stop()
      #expect(stopped.status == 0)
      #expect(stopped.error.contains("cut=0"), "\(stopped.error)")
      let second = try await RunningServer(
        data: first.data, arguments: ["--listen", first.address])
      _ = try await client.daily()
      end.come()
      let counts = try await tasks.reduce(into: []) { $0.append($1) }
      #expect(await second.stop().status == 0)
      return counts
    }
    #expect(counts.count == 4 && counts.allSatisfy { $0 > 0 })
    await client.close()
  }

  @Test(
    "R36: is waited for before it is there, by --wait-for-ready", arguments: ["grpc", "delimited"])
  func waitForReady(transport: String) async throws {
    let folder = try TemporaryFolder()
    let address = "unix:" + folder.file("socket")
    let arguments = ["-s", address, "--protocol", transport, "daily", "-o", "json"]
    let hasty = try await Program.quote.run(arguments)
    #expect(hasty.status == 69)
    #expect(hasty.error.contains("\(address): there is no such socket"), "\(hasty.error)")
    let patient = try Program.quote.start(["--wait-for-ready", "--timeout", "120s"] + arguments)
    let server = try await RunningServer(arguments: ["--listen", address])
    let result = await patient.end()
    #expect(result.status == 0, "\(result.error)")
    #expect(result.output.contains("validUntil"))
    _ = await server.stop()
  }
}

/// When readers are to stop.
private final class End: Sendable {
  private let flag = Atomic(false)
  var isThere: Bool { flag.load(ordering: .relaxed) }
  func come() { flag.store(true, ordering: .relaxed) }
}
