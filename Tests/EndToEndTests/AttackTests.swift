// SPDX-License-Identifier: Apache-2.0

internal import QuoteTesting
internal import Testing

// What a process holds is read from /proc.
#if os(Linux)
  @Suite("A server that is attacked", .timeLimit(.minutes(5)))
  struct AttackTests {
    @Test(
      "stops who attacks it and says why, stays within its budget, and serves all others",
      arguments: [
        "floods", "resets", "blocks", "calls", "memory", "connections", "encryption",
      ])
    func attacks(family: String) async throws {
      try await attack(["--only", family, "--quick"])
    }

    @Test("waits for no one for ever, however slowly it is spoken to or read")
    func patience() async throws {
      try await attack(["--patient", "--together"])
    }

    private func attack(_ arguments: [String]) async throws {
      let script = Repository.root + "/Tests/Torture/attacks.py"
      let result = try await Repository.PythonEnvironment().python.run(
        [script, "--quoted", Program.quoted.path, "--count", "5000"] + arguments)
      #expect(result.status == 0, "\(result.output)\(result.error)")
      #expect(result.output.contains("all of them fended off"), "\(result.output)")
    }
  }
#endif
