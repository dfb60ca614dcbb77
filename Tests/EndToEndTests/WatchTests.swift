// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteTesting
internal import Testing

@Suite("quote watch", .timeLimit(.minutes(5)))
struct WatchTests {
  @Test(
    "ends the server's drain at once, and goes on when it is back, without telling a day twice",
    arguments: ["grpc", "delimited"])
  func restart(transport: String) async throws {
    let folder = try TemporaryFolder()
    // What resumes must find the server where it was.
    let address = "unix:" + folder.file("socket")
    let arguments = ["--listen", address, "--drain-grace", "60s"]
    let first = try await RunningServer(arguments: arguments)
    let watch = try Program.quote.start(
      ["-s", address, "--protocol", transport, "watch", "-z", "UTC", "-o", "jsonl"])
    let line = try #require(await watch.outputLine(startingWith: "{"))
    let stopped = await first.stop()
    #expect(stopped.status == 0)
    #expect(stopped.error.contains("cut=0"), "\(stopped.error)")
    #expect(await watch.hasSaid("trying again"))
    let second = try await RunningServer(
      data: first.data, arguments: arguments + ["--clock-offset", "1d"])
    #expect(await watch.hasPrinted(lines: 2))
    watch.signal(SIGTERM)
    let all = await watch.end().output.split(separator: "\n")
    #expect(all.count == 2)
    #expect(all.first.map { $0 == "{" + line } == true)
    #expect(all.first != all.last)
    _ = await second.stop()
  }

  @Test(
    "refuses what can't be, in words",
    arguments: [
      (["--deliver-at", "25:00"], "HH:MM"), (["--after", "2026-02-30"], "28 days"),
      (["-z", "Mars/Olympus"], "Mars/Olympus"), (["-c", "none"], "default"),
    ])
  func refusals(arguments: [String], words: String) async throws {
    let server = try await RunningServer()
    let result = try await Program.quote.run(["-s", server.address, "watch"] + arguments)
    #expect(result.status != 0)
    #expect(result.error.contains(words), "\(result.error)")
  }
}
