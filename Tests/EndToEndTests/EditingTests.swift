// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteTesting
internal import Testing

@Suite("quote", .timeLimit(.minutes(5)))
struct EditingTests {
  private let server: RunningServer
  private let address: String
  private let token: String

  init() async throws {
    server = try await RunningServer(arguments: ["--admin-listen", "127.0.0.1:0"])
    address = try #require(await server.editorsAddress())
    let made = try await Program.quoted.run(
      ["token", "create", "--name", "test", "--role", "editor", "--data", server.data.path])
    token = made.output.filter { !$0.isNewline }
  }

  private func quote(_ arguments: String...) async throws -> Program.Result {
    try await Program.quote.run(
      ["--server", address, "--output", "jsonl"] + arguments, environment: ["QUOTED_TOKEN": token])
  }

  private func id(_ result: Program.Result) throws -> String {
    try #require(result.status == 0, "\(result.error)")
    return String(try #require(result.output.firstMatch(of: #/"id":"([a-z2-7]{16})"/#)).1)
  }

  @Test("adds, edits and deletes a quote, over both protocols", arguments: ["grpc", "delimited"])
  func editing(transport: String) async throws {
    let added = try await quote(
      "--protocol", transport, "add", "Know thyself.", "--source", "Delphi", "--tag", "self")
    let id = try id(added)
    let edited = try await quote(
      "--protocol", transport, "edit", id, "--creator", "Chilon", "--clear", "source", "--tag",
      "life", "--tag", "self", "--year=-550")
    #expect(edited.status == 0, "\(edited.error)")
    for words in ["\"creator\":\"Chilon\"", "\"tags\":[\"life\",\"self\"]", "\"year\":-550"] {
      #expect(edited.output.contains(words), "\(edited.output)")
    }
    #expect(!edited.output.contains("Delphi"))
    let deleted = try await quote("--protocol", transport, "delete", id)
    #expect(deleted.status == 0, "\(deleted.error)")
    #expect(try await quote("get", id).status == 65)
  }

  @Test("does a change once that it is asked for twice under one name")
  func repeated() async throws {
    let first = try await quote("add", "Once.", "--request-id", "one")
    let second = try await quote("add", "Once.", "--request-id", "one")
    #expect(first.status == 0 && first.output == second.output, "\(second)")
    #expect(try await quote("add", "Once.").status == 65)
    #expect(try await quote("add", "Twice.", "--request-id", "one").status == 64)
  }

  @Test("changes nothing that someone else has changed since it was read")
  func etag() async throws {
    let added = try await quote("add", "Twice changed.")
    let id = try id(added)
    let etag = String(try #require(added.output.firstMatch(of: #/"etag":"([^"]+)"/#)).1)
    #expect(try await quote("edit", id, "--source", "First", "--etag", etag).status == 0)
    let late = try await quote("edit", id, "--source", "Second", "--etag", etag)
    #expect(late.status == 75, "\(late)")
    #expect(try await quote("get", id).output.contains("First"))
  }

  @Test("says in words what a wrong token, a wrong door and a wrong line are")
  func errors() async throws {
    let none = try await Program.quote.run(["--server", address, "add", "x"])
    #expect(none.status == 77)
    #expect(none.error.contains("authorization: Bearer TOKEN"), "\(none.error)")
    let wrong = try await Program.quote.run(
      ["--server", address, "--token", "quoted_secret", "add", "x"])
    #expect(wrong.status == 77)
    #expect(!wrong.error.contains("quoted_secret"), "\(wrong.error)")
    let far = try await Program.quote.run(
      ["--server", "192.0.2.1:4242", "add", "x"], environment: ["QUOTED_TOKEN": token])
    #expect(far.status == 78, "\(far)")
    #expect(far.error.contains("TLS") && far.error.contains("QUOTED_TOKEN"), "\(far.error)")
    #expect(!far.error.contains(token))
    let reading = try await Program.quote.run(
      ["--server", server.address, "--token", token, "add", "x"])
    #expect(reading.status == 76, "\(reading)")
    let idle = try await quote("edit", "aaaaaaaaaaaaaaaa")
    #expect(idle.status == 64)
    #expect(idle.error.contains("--text"), "\(idle.error)")
    let both = try await quote("edit", "aaaaaaaaaaaaaaaa", "--year", "1", "--clear", "year")
    #expect(both.status == 64)
  }

  @Test(
    "quoted serve lets editors call where others could not listen, and says why nowhere else",
    arguments: ["0.0.0.0:0", ":0", "192.0.2.1:4243", "[::]:0", "quotes.example.org:80"])
  func openAdministration(address: String) async throws {
    let folder = try TemporaryFolder()
    let result = try await Program.quoted.run(
      [
        "serve", "--data", folder.file("data"), "--listen", "127.0.0.1:0", "--admin-listen",
        address,
      ])
    #expect(result.status == 64, "\(result)")
    #expect(result.error.contains("TLS"), "\(result.error)")
    #expect(!FileManager.default.fileExists(atPath: folder.file("data")))
  }

  @Test(
    "quoted serve refuses limits and proxies that can't be",
    arguments: [
      ["--rate-limit", "0/s"], ["--rate-limit", "fast"], ["--trust-proxy", "10.0.0.1/8"],
      ["--trust-proxy", "proxy"],
    ])
  func wrongOptions(arguments: [String]) async throws {
    let folder = try TemporaryFolder()
    let result = try await Program.quoted.run(
      ["serve", "--data", folder.file("data"), "--listen", "127.0.0.1:0"] + arguments)
    #expect(result.status == 64, "\(result)")
    #expect(result.error.contains(arguments[0]), "\(result.error)")
  }
}
