// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteTesting
internal import Testing

@Suite("A server whose disk is full", .timeLimit(.minutes(5)))
struct FullDiskTests {
  private static let cannotMount: Int32 = 77

  @Test(
    "says so, goes on reading, writes again when there is room, and loses nothing",
    arguments: ["disk", "limit"])
  func fullDisk(kind: String) async throws {
    let script = Repository.root + "/Tests/Torture/full_disk.py"
    let result = try await Repository.PythonEnvironment().python.run(
      [script, "--quoted", Program.quoted.path, "--by", kind])
    if result.status == Self.cannotMount {
      // Where changes are judged it must be tried; elsewhere it is at least not passed over quietly.
      let isJudged = ProcessInfo.processInfo.environment["CI"] != nil
      Issue.record("\(result.error)", severity: isJudged ? .error : .warning)
      return
    }
    #expect(result.status == 0, "\(result.output)\(result.error)")
    #expect(result.output.contains("none lost, none too many"), "\(result.output)")
  }
}
