// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteTesting
internal import Testing

@Suite("A caller without a token", .timeLimit(.minutes(5)))
struct AnonymousTests {
  /// What each service says at a door: of the methods that read, that all sound requests succeed.
  private struct Door {
    let address: String
    let admin: String
    let maintenance: String

    func expected(_ service: String, _ method: String) -> String {
      switch service {
      case "QuoteService": "OK"
      case "QuoteAdminService": admin
      default: maintenance
      }
    }
  }

  @Test(
    "can make the server write nothing, whatever they ask for", arguments: ["grpc", "delimited"])
  func writesNothing(transport: String) async throws {
    let clients = try await ForeignClients(serverArguments: ["--admin-listen", "127.0.0.1:0"])
    let server = clients.server
    let editors = try #require(await server.editorsAddress())
    // The index is made once, whoever calls.
    let quote = try await clients.anonymous(at: server.address, "ready")["id"].text
    let before = try StoreFiles(in: server.data)
    for door in [
      Door(address: server.address, admin: "UNIMPLEMENTED", maintenance: "UNIMPLEMENTED"),
      Door(address: editors, admin: "UNAUTHENTICATED", maintenance: "UNIMPLEMENTED"),
    ] {
      let answer = try await clients.anonymous(at: door.address, transport, quote)
      #expect(answer["count"].number > 250)
      let outcomes = answer["outcomes"]
      var methods: Set<String> = []
      for index in 0..<outcomes.count {
        let outcome = outcomes[index]
        let (service, method) = (outcome["service"].text, outcome["method"].text)
        let expected = door.expected(service, method)
        methods.insert(service + method)
        // An odd request to a method that reads may be refused for what it is.
        guard outcome["kind"].text == "sound" || expected != "OK" else { continue }
        #expect(outcome["code"].text == expected, "\(outcome)")
      }
      #expect(methods.count >= 30)
    }
    #expect(try StoreFiles(in: server.data) == before)
    #expect(!server.log.contains("event=audit"))
  }
}

/// The files of a store and of its search index, with their content and times.
private struct StoreFiles: Equatable {
  private struct File: Equatable {
    let content: Data
    let modified: Date?
  }

  private let files: [String: File]

  init(in folder: TemporaryFolder) throws {
    var files: [String: File] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      // In it SQLite's readers mark how far they read; it is never on the disk for certain.
      guard !name.hasSuffix("-shm"), name != "admin.sock" else { continue }
      let url = URL(fileURLWithPath: folder.file(name))
      let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
      files[name] = File(
        content: try Data(contentsOf: url), modified: attributes[.modificationDate] as? Date)
    }
    try #require(files["catalogue.sqlite"] != nil && files["search.sqlite"] != nil)
    self.files = files
  }
}
