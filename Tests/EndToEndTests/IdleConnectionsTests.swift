// SPDX-License-Identifier: Apache-2.0

internal import QuoteTesting
internal import Testing

// What a process holds is read from /proc.
#if os(Linux)
  @Suite("A server with many idle connections", .timeLimit(.minutes(5)))
  struct IdleConnectionsTests {
    @Test("keeps them, pays little for each, and answers others")
    func idleConnections() async throws {
      let script = Repository.root + "/Tests/Torture/idle_connections.py"
      let result = try await Repository.PythonEnvironment().python.run(
        [script, "--quoted", Program.quoted.path, "--connections", "600"])
      #expect(result.status == 0, "\(result.output)\(result.error)")
      #expect(result.output.contains("others were answered"), "\(result.output)")
    }
  }
#endif
