// SPDX-License-Identifier: Apache-2.0

internal import QuoteTesting
internal import Testing

@Suite("A server whose certificate is replaced under load", .timeLimit(.minutes(5)))
struct CertificateUnderLoadTests {
  @Test("shows the new one to new connections, and fails no call")
  func replacement() async throws {
    let script = Repository.root + "/Tests/Torture/certificate_under_load.py"
    let result = try await Repository.PythonEnvironment().python.run(
      [script, "--quoted", Program.quoted.path, "--replacements", "4"])
    #expect(result.status == 0, "\(result.output)\(result.error)")
    #expect(result.output.contains("none failed"), "\(result.output)")
  }
}
