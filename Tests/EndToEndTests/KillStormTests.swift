// SPDX-License-Identifier: Apache-2.0

internal import QuoteTesting
internal import Testing

@Suite("A server that is killed under concurrent writers", .timeLimit(.minutes(5)))
struct KillStormTests {
  @Test("has all that it acknowledged, and nothing by halves")
  func storm() async throws {
    let script = Repository.root + "/Tests/Torture/kill_storm.py"
    let result = try await Repository.PythonEnvironment().python.run(
      [script, "--quoted", Program.quoted.path, "--kills", "8"])
    #expect(result.status == 0, "\(result.output)\(result.error)")
    #expect(result.output.contains("none lost"), "\(result.output)")
  }
}
