// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteTesting
internal import Testing

@Suite("A stock client of quoted", .timeLimit(.minutes(5)))
struct EditorTests {
  /// A token that was made at the server.
  private struct Token {
    let id: String
    let secret: String
  }

  private func make(_ role: String, at server: RunningServer) async throws -> Token {
    let made = try await Program.quoted.run(
      ["token", "create", "--name", "test", "--role", role, "--data", server.data.path])
    try #require(made.status == 0, "\(made.error)")
    let id = made.error.split(separator: " ").dropFirst(2).first
    return Token(
      id: String(try #require(id)), secret: made.output.filter { !$0.isNewline })
  }

  @Test("is told apart by its token: none, unknown, revoked, too low; and no log has one")
  func tokens() async throws {
    let clients = try await ForeignClients(serverArguments: ["--admin-listen", "127.0.0.1:0"])
    let server = clients.server
    let address = try #require(await server.editorsAddress())
    let reader = try await make("reader", at: server)
    let gone = try await make("admin", at: server)
    let editor = try await make("editor", at: server)
    let revoked = try await Program.quoted.run(
      ["token", "revoke", gone.id, "--data", server.data.path])
    #expect(revoked.status == 0, "\(revoked.error)")
    let unknown = "quoted_" + String(repeating: "A", count: 43)
    let cases = [
      ("", "UNAUTHENTICATED", "TOKEN_MISSING"), (unknown, "UNAUTHENTICATED", "TOKEN_UNKNOWN"),
      (gone.secret, "UNAUTHENTICATED", "TOKEN_REVOKED"),
      (reader.secret, "PERMISSION_DENIED", "ROLE_TOO_LOW"), (editor.secret, "OK", ""),
    ]
    for (token, code, reason) in cases {
      let answer = try await clients.editor(
        at: address, "create", token, "Know thyself, said \(reason).", "")
      #expect(answer["code"].text == code, "\(answer)")
      #expect(answer["reason"].text == reason, "\(answer)")
      #expect(token.isEmpty || !"\(answer)".contains(token))
    }
    let result = await server.stop()
    for token in [reader.secret, gone.secret, editor.secret, unknown] {
      #expect(!result.error.contains(token), "The log holds a token.")
      #expect(!result.output.contains(token))
    }
    #expect(
      result.error.contains("event=audit actor=\(editor.id) action=CreateQuote"),
      "\(result.error)")
    #expect(!result.error.contains("Know thyself"), "The log holds a text.")
  }

  @Test("gets the same answer again when it repeats a request whose reply it lost")
  func repeats() async throws {
    let clients = try await ForeignClients(serverArguments: ["--admin-listen", "127.0.0.1:0"])
    let address = try #require(await clients.server.editorsAddress())
    let token = try await make("editor", at: clients.server).secret
    let first = try await clients.editor(at: address, "create", token, "Once only.", "id-1")
    #expect(first["code"].text == "OK", "\(first)")
    #expect(try await clients.editor(at: address, "create", token, "Once only.", "id-1") == first)
    let other = try await clients.editor(at: address, "create", token, "Something else.", "id-1")
    #expect(other["reason"].text == "REQUEST_REUSED", "\(other)")
  }

  @Test("needs no token at admin.sock, which nobody but the server's user can open")
  func socket() async throws {
    let clients = try await ForeignClients()
    let socket = clients.server.adminSocket
    let attributes = try FileManager.default.attributesOfItem(atPath: socket)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let answer = try await clients.editor(at: "unix:" + socket, "create", "", "By the socket.", "")
    #expect(answer["code"].text == "OK", "\(answer)")
    let outcomes = try await clients.editor(
      at: "unix:" + socket, "every_method", "MaintenanceService", "")["outcomes"]
    for index in 0..<outcomes.count {
      let code = outcomes[index]["code"].text
      #expect(code == "OK" || code == "INVALID_ARGUMENT", "\(outcomes[index])")
    }
  }

  @Test("can't read without a token where the server asks for one; a reader's suffices")
  func closedReading() async throws {
    let clients = try await ForeignClients(serverArguments: ["--require-token"])
    let address = clients.server.address
    let closed = try await clients.editor(at: address, "read", "", "1", "")["calls"][0]
    #expect(closed["code"].text == "UNAUTHENTICATED")
    #expect(closed["reason"].text == "TOKEN_MISSING")
    let token = try await make("reader", at: clients.server).secret
    let open = try await clients.editor(at: address, "read", token, "1", "")["calls"][0]
    #expect(open["code"].text == "OK", "\(open)")
  }

  @Test("that calls too often is told to wait, by its address and whoever else calls")
  func limited() async throws {
    let clients = try await ForeignClients(
      serverArguments: ["--rate-limit", "3/h", "--trust-proxy", "127.0.0.0/8"])
    for caller in ["198.51.100.1", "198.51.100.2"] {
      let calls = try await clients.editor(
        at: clients.server.address, "read", "", "5", "10.9.9.9, " + caller)["calls"]
      let codes = (0..<5).map { calls[$0]["code"].text }
      #expect(
        codes == ["OK", "OK", "OK", "RESOURCE_EXHAUSTED", "RESOURCE_EXHAUSTED"], "\(calls)")
      #expect(calls[3]["reason"].text == "RATE_LIMITED")
      #expect(calls[3]["retry"].number > 0)
    }
  }

  @Test("can't have others count for it where no proxy is trusted")
  func untrusted() async throws {
    let clients = try await ForeignClients(serverArguments: ["--rate-limit", "3/h"])
    for (caller, code) in [("198.51.100.1", "OK"), ("198.51.100.2", "RESOURCE_EXHAUSTED")] {
      let calls = try await clients.editor(
        at: clients.server.address, "read", "", "3", caller)["calls"]
      #expect(calls[2]["code"].text == code, "\(calls)")
    }
  }
}
