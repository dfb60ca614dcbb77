// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteTesting
internal import Testing

@Suite("The health of a server", .timeLimit(.minutes(5)))
struct HealthTests {
  @Test("is told to grpcio's own client: of the server, of a service, and of none that is here")
  func check() async throws {
    let clients = try await ForeignClients()
    #expect(try await clients.health("check", "").text == "SERVING")
    #expect(try await clients.health("check", "quotes.v1.QuoteService").text == "SERVING")
    #expect(try await clients.health("check", "quotes.v1.QuoteAdminService").text == "NOT_FOUND")
    let list = try await clients.health("list")
    #expect(list[""].text == "SERVING")
    #expect(list["quotes.v1.QuoteService"].text == "SERVING")
  }

  @Test("is told without a token, where reading needs one")
  func withoutToken() async throws {
    let clients = try await ForeignClients(serverArguments: ["--require-token"])
    #expect(try await clients.health("check", "").text == "SERVING")
    #expect(try await clients.quote(["daily"]).status == 77)
  }

  @Test("is told to who watches, to the end of the server")
  func watch() async throws {
    let clients = try await ForeignClients()
    let watcher = try clients.healthWatcher("")
    #expect(await watcher.outputLine(startingWith: "SERVING") != nil)
    let unknown = try clients.healthWatcher("quotes.v1.Nothing")
    #expect(await unknown.outputLine(startingWith: "SERVICE_UNKNOWN") != nil)
    let stopped = await clients.server.stop()
    #expect(stopped.status == 0)
    #expect(stopped.error.contains("cut=0"), "\(stopped.error)")
    #expect(await watcher.end().output == "SERVING\nNOT_SERVING\nUNAVAILABLE\n")
    #expect(await unknown.end().output == "SERVICE_UNKNOWN\nUNAVAILABLE\n")
  }
}
