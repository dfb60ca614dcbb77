// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteTesting
internal import Testing

/// The programs of `clients/c`, and what tests them.
struct SmallDevice {
  private let folder: String

  init() async throws {
    folder = try await ClientBuilds.shared.made(by: "Tests/InteropTests/SmallDevice")
  }

  /// What a program said, and how it ended.
  func run(_ name: String, _ arguments: [String]) async throws -> Program.Result {
    try await Program(path: folder + "/" + name).run(arguments)
  }

  /// What `display` prints for a server, by lines.
  func display(_ arguments: [String]) async throws -> [Substring] {
    let result = try await run("display", arguments)
    try #require(result.status == 0, "\(result.error)")
    return result.output.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// What the client prints of calls that it makes from a block of so many bytes, with the address
  /// sanitizer.
  func calls(
    _ calls: [String], port: Int, memory: Int = 16_384, timeoutMilliseconds: Int = 20_000,
    environment: [String: String] = [:]
  ) async throws -> [String] {
    let result = try await Program(path: folder + "/checked/device_calls").run(
      [String(port), String(memory), String(timeoutMilliseconds)] + calls, environment: environment)
    try #require(result.status == 0, "\(result.error)")
    return result.output.split(separator: "\n").map(String.init)
  }

  /// What valgrind finds in calls; nothing where they are sound.
  func valgrind(_ calls: [String], port: Int) async throws -> Program.Result {
    try await Program(path: "/usr/bin/valgrind").run(
      ["-q", "--leak-check=full", "--error-exitcode=99", folder + "/device_calls"]
        + [String(port), "16384", "20000"] + calls)
  }

  /// How often a program allocates before it connects, and after.
  func allocations(_ name: String, _ arguments: [String]) async throws -> (before: Int, since: Int)
  {
    let result = try await Program(path: folder + "/" + name).run(
      arguments, environment: ["LD_PRELOAD": folder + "/count_allocations.so"])
    try #require(result.status == 0, "\(result.error)")
    let numbers = result.error.split(whereSeparator: \.isNewline)
      .compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
    try #require(numbers.count == 2, "\(result.error)")
    return (numbers[0], numbers[1])
  }
}
