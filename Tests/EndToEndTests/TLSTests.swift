// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteTesting
internal import Testing

@Suite("quoted and quote over TLS", .timeLimit(.minutes(5)))
struct TLSTests {
  private let folder: TemporaryFolder

  init() async throws {
    folder = try TemporaryFolder()
    let made = try await makeCertificate("server", ["localhost", "127.0.0.1"])
    #expect(made.status == 0, "\(made.error)")
  }

  @Test("carry reading and writing, by both protocols", arguments: ["grpc", "delimited"])
  func calls(transport: String) async throws {
    let server = try await secureServer(["--admin-listen", "127.0.0.1:0"])
    let daily = try await quote(server.address, ["daily", "-o", "json"], over: transport)
    #expect(daily.status == 0, "\(daily.error)")
    #expect(daily.output.contains("validUntil"))
    let editors = try #require(await server.editorsAddress())
    let made = try await Program.quoted.run(
      ["token", "create", "--name", "test", "--role", "editor", "--data", server.data.path])
    let token = made.output.filter { !$0.isNewline }
    let added = try await quote(
      editors, ["--token", token, "add", "Encrypted all the way."], over: transport)
    #expect(added.status == 0, "\(added.error)")
  }

  @Test("say in words why they don't trust each other")
  func refusals() async throws {
    let server = try await secureServer()
    _ = try await makeCertificate("stranger", ["127.0.0.1"])
    let stranger = try await Program.quote.run(
      ["-s", server.address, "--ca", folder.file("stranger-cert.pem"), "daily"])
    #expect(stranger.status == 69)
    #expect(stranger.error.contains("self-signed certificate"), "\(stranger.error)")
    let system = try await Program.quote.run(["-s", server.address, "--tls", "daily"])
    #expect(system.status == 69, "\(system.error)")
    let misnamed = try await Program.quote.run(
      [
        "-s", server.address, "--ca", folder.file("server-cert.pem"), "--server-name",
        "quotes.example.org", "daily",
      ])
    #expect(misnamed.status == 69)
    #expect(misnamed.error.contains("hostname mismatch"), "\(misnamed.error)")
    let renamed = try await Program.quote.run(
      [
        "-s", server.address, "--ca", folder.file("server-cert.pem"), "--server-name", "localhost",
        "daily",
      ])
    #expect(renamed.status == 0, "\(renamed.error)")
  }

  @Test("say what is wrong, and what would be right, where the server speaks no TLS")
  func oneSided() async throws {
    let plain = try await RunningServer()
    for transport in ["grpc", "delimited"] {
      let quote = try await quote(plain.address, ["daily"], over: transport)
      #expect(quote.status == 69)
      #expect(quote.error.contains("Call it without TLS"), "\(quote.error)")
    }
  }

  @Test(
    "name the option whose file can't be used",
    arguments: [
      (["--ca", "server-key.pem"], "--ca: "),
      (
        ["--ca", "server-cert.pem", "--cert", "server-cert.pem", "--key", "other-key.pem"],
        "--key: "
      ),
      (["--ca", "server-cert.pem", "--cert", "server-cert.pem"], "--cert: "),
      (["--ca", "server-cert.pem", "--cert", "server-key.pem"], "--cert: "),
    ])
  func clientFiles(arguments: [String], words: String) async throws {
    _ = try await makeCertificate("other", ["localhost"])
    let result = try await Program.quote.run(
      ["-s", "127.0.0.1:1"] + arguments + ["daily"], in: folder.path)
    #expect(result.status == 64)
    #expect(result.error.contains(words), "\(result.error)")
  }

  @Test("take only clients that show a certificate, where one is asked for")
  func mutual() async throws {
    _ = try await makeCertificate("client", ["reader.test"])
    let server = try await secureServer(["--tls-client-ca", folder.file("client-cert.pem")])
    let nameless = try await quote(server.address, ["daily"])
    #expect(nameless.status == 69, "\(nameless.error)")
    let named = try await quote(
      server.address,
      ["--cert", folder.file("client-cert.pem"), "--key", folder.file("client-key.pem"), "daily"])
    #expect(named.status == 0, "\(named.error)")
  }

  @Test("serve others over TLS only, and not at all without a certificate")
  func openAddresses() async throws {
    let data = try TemporaryFolder()
    let refused = try await Program.quoted.run(
      ["serve", "--listen", "0.0.0.0:0", "--data", data.file("data")])
    #expect(refused.status == 64)
    #expect(refused.error.contains("--tls-cert"), "\(refused.error)")
    #expect(refused.error.contains("--allow-plaintext"), "\(refused.error)")
    #expect(!FileManager.default.fileExists(atPath: data.file("data")))

    let open = try Program.quoted.start(
      ["serve", "--listen", "0.0.0.0:0", "--data", data.file("data")] + certificate)
    let address = try #require(await open.outputLine(startingWith: "listening on "))
    let port = address.split(separator: ":").last ?? ""
    let plain = try await Program.quote.run(["-s", "127.0.0.1:\(port)", "daily"])
    #expect(plain.status == 69, "\(plain)")
    #expect(plain.error.contains("it may want TLS"), "\(plain.error)")
    let secure = try await quote("127.0.0.1:\(port)", ["daily"])
    #expect(secure.status == 0, "\(secure.error)")
    open.signal(SIGTERM)
    #expect(await open.end().status == 0)
  }

  @Test("may be told that others are to be served in the clear")
  func allowedPlaintext() async throws {
    let data = try TemporaryFolder()
    let open = try Program.quoted.start(
      ["serve", "--listen", "0.0.0.0:0", "--allow-plaintext", "--data", data.file("data")])
    let address = try #require(await open.outputLine(startingWith: "listening on "))
    let port = address.split(separator: ":").last ?? ""
    let plain = try await Program.quote.run(["-s", "127.0.0.1:\(port)", "daily"])
    #expect(plain.status == 0, "\(plain)")
    open.signal(SIGTERM)
    _ = await open.end()
  }

  @Test("go on with a new certificate, and with the old one where the new one is no good")
  func renewal() async throws {
    let server = try await secureServer()
    let old = try Data(contentsOf: URL(fileURLWithPath: folder.file("server-cert.pem")))
    try old.write(to: URL(fileURLWithPath: folder.file("old-cert.pem")))
    _ = try await makeCertificate("newer", ["localhost", "127.0.0.1"])
    try move("newer-cert.pem", to: "server-cert.pem")
    server.signal(SIGHUP)
    #expect(await server.hasLogged("renewed=no"))
    let unchanged = try await Program.quote.run(
      ["-s", server.address, "--ca", folder.file("old-cert.pem"), "daily"])
    #expect(unchanged.status == 0, "\(unchanged.error)")
    try move("newer-key.pem", to: "server-key.pem")
    server.signal(SIGHUP)
    #expect(await server.hasLogged("renewed=yes"))
    let renewed = try await quote(server.address, ["daily"])
    #expect(renewed.status == 0, "\(renewed.error)")
  }

  @Test(
    "say what is wrong with the files that they are given",
    arguments: [
      (["--tls-cert", "missing.pem"], 66, "missing.pem"),
      (["--tls-cert", "server-key.pem"], 78, "no certificate"),
      (["--tls-cert", "server-cert.pem"], 78, "no private key"),
      (["--tls-cert", "server-cert.pem", "--tls-key", "other-key.pem"], 78, "another certificate"),
      (["--tls-key", "server-key.pem"], 64, "--tls-cert"),
    ] as [([String], Int32, String)])
  func badFiles(arguments: [String], status: Int32, words: String) async throws {
    _ = try await makeCertificate("other", ["localhost"])
    let data = try TemporaryFolder()
    let result = try await Program.quoted.run(
      ["serve", "--listen", "127.0.0.1:0", "--data", data.file("data")] + arguments,
      in: folder.path)
    #expect(result.status == status, "\(result.error)")
    #expect(result.error.contains(words), "\(result.error)")
  }

  @Test("make a certificate once, whose key only its owner may read")
  func certificates() async throws {
    let again = try await makeCertificate("server", ["localhost"])
    #expect(again.status == 73)
    #expect(again.error.contains("server-key.pem"), "\(again.error)")
    let attributes = try FileManager.default.attributesOfItem(
      atPath: folder.file("server-key.pem"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let misnamed = try await makeCertificate("bad", ["no name"])
    #expect(misnamed.status == 64, "\(misnamed.error)")
  }
}

extension TLSTests {
  private var certificate: [String] {
    ["--tls-cert", folder.file("server-cert.pem"), "--tls-key", folder.file("server-key.pem")]
  }

  private func secureServer(_ arguments: [String] = []) async throws -> RunningServer {
    try await RunningServer(arguments: certificate + arguments)
  }

  private func quote(
    _ address: String, _ arguments: [String], over transport: String = "grpc"
  ) async throws -> Program.Result {
    try await Program.quote.run(
      ["-s", address, "--ca", folder.file("server-cert.pem"), "--protocol", transport] + arguments)
  }

  private func makeCertificate(_ name: String, _ hosts: [String]) async throws -> Program.Result {
    try await Program.quoted.run(
      [
        "cert", "--cert", folder.file("\(name)-cert.pem"), "--key", folder.file("\(name)-key.pem"),
      ] + hosts)
  }

  /// Puts a file in the place of another, as a program does that renews certificates.
  private func move(_ name: String, to other: String) throws {
    try FileManager.default.removeItem(atPath: folder.file(other))
    try FileManager.default.moveItem(atPath: folder.file(name), toPath: folder.file(other))
  }
}
