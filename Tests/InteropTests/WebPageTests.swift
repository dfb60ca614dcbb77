// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteTesting
internal import Testing

/// The web page in a real Chromium. Pictures of it are left in `.build/pictures`, to be looked at.
@Suite("The web page in Chromium", .timeLimit(.minutes(5)))
struct WebPageTests {
  /// Cases of `web_page.py` that one browser tries, one after the other.
  struct Cases: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let names: [String]
  }

  @Test(
    "shows both faces, composes, is harmless and there for everyone",
    arguments: [
      Cases(
        testDescription: "the two faces, search, scrolling and the keyboard",
        names: [
          "compact_face", "both_faces", "day_of_the_reader", "search_while_typing",
          "search_that_is_linked_to", "infinite_scroll", "keyboard",
        ]),
      Cases(
        testDescription: "composing, copying, sharing, and quotes that are hostile",
        names: [
          "compose_and_copy", "every_channel", "share", "hostile_quotes", "nothing_inline_runs",
          "right_to_left", "no_scrolling_sideways", "as_plain_text", "open_graph",
        ]),
      Cases(
        testDescription: "for everyone: accessible, without scripts, by daylight and at night",
        names: ["accessibility", "without_scripts", "draw"]),
    ])
  func holds(cases: Cases) async throws {
    let server = try await RunningServer()
    #expect(await server.hasLogged("event=indexed"))
    let quotes = Repository.root + "/Tests/InteropTests/web_quotes.json"
    let imported = try await Program.quoted.run(["import", "--data", server.data.path, quotes])
    try #require(imported.status == 0, "\(imported.output)\(imported.error)")
    let result = try await Repository.PythonEnvironment().python.run(
      [
        Repository.root + "/Tests/InteropTests/web_page.py", "http://\(server.address)", quotes,
        Repository.root + "/.build/pictures",
      ] + cases.names.flatMap { ["--only", $0] })
    try #require(result.status == 0, "\(result.error)")
    let problems = try JSONDecoder().decode([String: String].self, from: Data(result.output.utf8))
    for name in cases.names + ["no_other_host"] {
      let problem = try #require(problems[name], "\(name) was not tried.")
      #expect(problem.isEmpty, "\(name): \(problem)")
    }
  }

  @Test("is not there where none is wanted, and methods are")
  func none() async throws {
    let server = try await RunningServer(arguments: ["--no-pages"])
    #expect(try await status(of: "/", at: server) == 404)
    #expect(try await status(of: "/quotes.v1.QuoteService/DailyQuote", at: server) == 200)
  }

  @Test("needs a token where reading needs one")
  func token() async throws {
    let server = try await RunningServer(arguments: ["--require-token"])
    #expect(try await status(of: "/", at: server) == 401)
  }

  @Test("is for readers only, not at the door of editors")
  func editors() async throws {
    let server = try await RunningServer(arguments: ["--admin-listen", "127.0.0.1:0"])
    let address = try #require(await server.editorsAddress())
    #expect(try await status(of: "/", at: server) == 200)
    #expect(try await status(of: "/", at: server, address) == 404)
  }

  @Test("no longer shows a quote that was withdrawn, neither by its link nor on its day")
  func withdrawn() async throws {
    let server = try await RunningServer(arguments: ["--admin-listen", "127.0.0.1:0"])
    let day = try await Program.quote.run(
      ["--server", server.address, "--output", "json", "daily", "--time-zone", "UTC"])
    let id = String(try #require(day.output.firstMatch(of: #/"id": ?"([a-z2-7]{16})"/#)).1)
    #expect(try await status(of: "/q/" + id, at: server) == 200)
    let made = try await Program.quoted.run(
      ["token", "create", "--name", "x", "--role", "admin", "--data", server.data.path])
    let purged = try await Program.quote.run(
      [
        "--server", try #require(await server.editorsAddress()), "purge", id, "--reason", "x",
        "--yes",
      ], environment: ["QUOTED_TOKEN": made.output.filter { !$0.isNewline }])
    try #require(purged.status == 0, "\(purged.error)")
    #expect(try await status(of: "/q/" + id, at: server) == 404)
    let page = try await fetch("/", at: server.address)
    #expect(page.contains("was withdrawn."), "\(page)")
  }

  /// The status that a path is answered by.
  private func status(
    of path: String, at server: RunningServer, _ address: String? = nil
  ) async throws -> Int? {
    Int(try await fetch(path, at: address ?? server.address).prefix { $0 != "\n" })
  }

  /// The status of an answer to a GET, and its content below.
  private func fetch(_ path: String, at address: String) async throws -> String {
    let script = """
      import http.client, sys
      connection = http.client.HTTPConnection(sys.argv[1])
      connection.request("GET", sys.argv[2])
      answer = connection.getresponse()
      print(answer.status, answer.read().decode(), sep="\\n")
      """
    let result = try await Repository.PythonEnvironment().python.run(["-c", script, address, path])
    try #require(result.status == 0, "\(result.error)")
    return result.output
  }
}
