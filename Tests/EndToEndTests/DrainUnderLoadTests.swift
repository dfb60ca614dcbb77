// SPDX-License-Identifier: Apache-2.0

internal import QuoteTesting
internal import Testing

@Suite("A server that is stopped under load", .timeLimit(.minutes(5)))
struct DrainUnderLoadTests {
  @Test("answers each call or refuses it unprocessed, and hands over to the next server")
  func drain() async throws {
    let script = Repository.root + "/Tests/Torture/drain_under_load.py"
    let result = try await Repository.PythonEnvironment().python.run(
      [script, "--quoted", Program.quoted.path, "--quote", Program.quote.path, "--drains", "3"])
    #expect(result.status == 0, "\(result.output)\(result.error)")
    #expect(result.output.contains("none failed"), "\(result.output)")
  }
}
