// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteTesting
internal import Testing

@Suite("quote purge", .timeLimit(.minutes(5)))
struct PurgeTests {
  private let server: RunningServer
  private let address: String
  private let token: String

  /// A word that no starter quote has.
  private static let secret = "Xylophagous"

  init() async throws {
    server = try await RunningServer(arguments: ["--admin-listen", "127.0.0.1:0"])
    address = try #require(await server.editorsAddress())
    token = try await Self.token("admin", server)
  }

  private static func token(_ role: String, _ server: RunningServer) async throws -> String {
    try await Program.quoted.run(
      ["token", "create", "--name", "test", "--role", role, "--data", server.data.path]
    ).output.filter { !$0.isNewline }
  }

  private func quote(_ arguments: String..., token: String? = nil) async throws -> Program.Result {
    try await Program.quote.run(
      ["--server", address, "--output", "jsonl"] + arguments,
      environment: ["QUOTED_TOKEN": token ?? self.token])
  }

  private func add() async throws -> String {
    let added = try await quote("add", "\(Self.secret) words.", "--creator", "Somebody")
    return String(try #require(added.output.firstMatch(of: #/"id":"([a-z2-7]{16})"/#)).1)
  }

  /// The files of the data directory that hold the word, in whatever case.
  private func filesWithSecret() throws -> [String] {
    let folder = URL(fileURLWithPath: server.data.path)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return names.filter { name in
      guard let bytes = try? Data(contentsOf: folder.appending(path: name)) else { return false }
      return [Self.secret, Self.secret.lowercased()].contains {
        bytes.range(of: Data($0.utf8)) != nil
      }
    }
  }

  @Test(
    "erases a quote from all files of a server's data directory, over both protocols",
    arguments: ["grpc", "delimited"])
  func erases(transport: String) async throws {
    let id = try await add()
    #expect(try await quote("search", Self.secret).output.contains(id))
    #expect(try !filesWithSecret().isEmpty)
    let purged = try await quote(
      "--protocol", transport, "purge", id, "--reason", "A court.", "--yes")
    #expect(purged.status == 0 && purged.error == "purged \(id)\n", "\(purged)")
    #expect(try await quote("get", id).status == 65)
    // The index follows: the words leave it a moment later.
    #expect(await server.hasLogged("event=erased"))
    #expect(try filesWithSecret() == [])
    #expect(try await quote("search", Self.secret).output == "")
    let audit = try await Program.quoted.run(["audit", "--data", server.data.path])
    #expect(audit.output.contains("A court."), "\(audit)")
    #expect(!audit.output.contains(Self.secret))
  }

  @Test("leaves no trace where the server is killed before the index has followed")
  func killed() async throws {
    let id = try await add()
    #expect(try await quote("search", Self.secret).output.contains(id))
    #expect(try await quote("purge", id, "--reason", "A court.", "--yes").status == 0)
    await server.kill()
    let again = try await RunningServer(data: server.data)
    // The index is made anew, or rewritten, unless that was done before the kill.
    #expect(await again.hasLogged("event=indexed"))
    #expect(await again.stop().status == 0)
    #expect(try filesWithSecret() == [])
  }

  @Test("asks for the id on a terminal, and purges nothing for another answer")
  func confirmation() async throws {
    let id = try await add()
    let refused = try await onTerminal(answer: "yes", "purge", id, "--reason", "A court.")
    #expect(refused.status == 64, "\(refused)")
    #expect(refused.output.contains(Self.secret) && refused.output.contains("nothing was purged"))
    #expect(try await quote("get", id).status == 0)
    let done = try await onTerminal(answer: id, "purge", id, "--reason", "A court.")
    #expect(done.status == 0, "\(done)")
    #expect(done.output.contains("purged \(id)"))
    #expect(try await quote("get", id).status == 65)
  }

  /// Runs `quote` with a terminal, on which an answer is typed.
  private func onTerminal(
    answer: String, _ arguments: String...
  ) async throws -> Program.Result {
    try await Program(path: "/usr/bin/env").run(
      [
        "python3", "-c",
        """
        import os, pty, sys
        process, terminal = pty.fork()
        if process == 0:
            os.execv(sys.argv[2], sys.argv[2:])
        said = b""
        while b"type its id: " not in said:
            said += os.read(terminal, 1024)
        os.write(terminal, sys.argv[1].encode() + b"\\n")
        try:
            while part := os.read(terminal, 1024):
                said += part
        except OSError:
            pass
        sys.stdout.write(said.decode())
        sys.exit(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
        """, answer, Program.quote.path, "--server", address,
      ] + arguments, environment: ["QUOTED_TOKEN": token, "TERM": "dumb"])
  }

  @Test("needs a reason, a yes where nobody can be asked, and a token of role admin")
  func needs() async throws {
    let id = try await add()
    let silent = try await quote("purge", id, "--reason", "A court.")
    #expect(silent.status == 64 && silent.error.contains("--yes"), "\(silent)")
    let groundless = try await quote("purge", id, "--yes")
    #expect(groundless.status == 64 && groundless.error.contains("--reason"), "\(groundless)")
    let editor = try await Self.token("editor", server)
    let low = try await quote("purge", id, "--reason", "A court.", "--yes", token: editor)
    #expect(low.status == 77, "\(low)")
    let unknown = try await quote("purge", "aaaaaaaaaaaaaaaa", "--reason", "A court.", "--yes")
    #expect(unknown.status == 65, "\(unknown)")
    #expect(try await quote("get", id).status == 0)
  }
}
