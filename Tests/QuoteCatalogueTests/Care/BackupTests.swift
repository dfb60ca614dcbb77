// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteSystem
internal import Testing

@Suite("A backup")
struct BackupTests {
  private let workshop: Workshop

  init() throws { workshop = try Workshop() }

  private func path(_ name: String) -> String {
    URL(fileURLWithPath: workshop.directory).deletingLastPathComponent().appending(path: name).path
  }

  @Test("is a store like the one it was made of, at one of its revisions, while it is written to")
  func whole() async throws {
    let target = path("copy/catalogue.sqlite")
    let copied: BackupResponse
    do {
      let catalogue = try workshop.open()
      _ = try await catalogue.add(Workshop.quotes(0..<3_000))
      let keeper = try CatalogueKeeper(catalogue)
      try File.createDirectory(path("copy"))
      async let writing: Void = {
        for start in stride(from: 3_000, to: 4_000, by: 100) {
          _ = try await catalogue.add(Workshop.quotes(start..<start + 100))
        }
      }()
      copied = try await keeper.backUp(to: target)
      try await writing
      #expect(catalogue.snapshots.latest.count == 4_000)
      await catalogue.close()
    }
    let attributes = try FileManager.default.attributesOfItem(atPath: target)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(attributes[.size] as? UInt64 == copied.sizeBytes)
    let copy = try Catalogue(
      directory: path("copy"), founding: { Founding(quotes: [], timeZone: "UTC", seed: 0) },
      clock: { Workshop.noon })
    #expect(!copy.isNew)
    let snapshot = copy.snapshots.latest
    #expect(snapshot.revision == copied.revision)
    #expect(snapshot.count == Int(copied.quoteCount))
    #expect((3_000...4_000).contains(snapshot.count) && snapshot.count % 100 == 0)
    #expect(
      try snapshot.allQuotes().map(\.text) == Workshop.quotes(0..<snapshot.count).map(\.text))
  }

  @Test("leaves what is there alone, be it empty or a link to nothing")
  func existing() async throws {
    let catalogue = try workshop.open()
    let keeper = try CatalogueKeeper(catalogue)
    try Data("mine".utf8).write(to: URL(fileURLWithPath: path("full")))
    try Data().write(to: URL(fileURLWithPath: path("empty")))
    try FileManager.default.createSymbolicLink(
      atPath: path("link"), withDestinationPath: path("elsewhere"))
    for name in ["full", "empty", "link", "data"] {
      let problem = await #expect(throws: BackupProblem.self) {
        try await keeper.backUp(to: path(name))
      }
      #expect(problem == .fileExists(path(name)))
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path("full"))) == Data("mine".utf8))
    #expect(!FileManager.default.fileExists(atPath: path("elsewhere")))
  }

  @Test("needs an absolute path in a folder that is there")
  func badPath() async throws {
    let keeper = try CatalogueKeeper(try workshop.open())
    await #expect(throws: BackupProblem.relativePath("copy")) {
      try await keeper.backUp(to: "copy")
    }
    let problem = await #expect(throws: BackupProblem.self) {
      try await keeper.backUp(to: path("no/such/folder"))
    }
    #expect(problem?.description.contains("No such file") == true)
  }

  @Test("that fails on its way leaves no file behind")
  func noRest() async throws {
    let catalogue = try workshop.open()
    let keeper = try CatalogueKeeper(catalogue)
    // Someone has moved the store away.
    try FileManager.default.removeItem(atPath: workshop.directory + "/catalogue.sqlite")
    await #expect(throws: BackupProblem.self) { try await keeper.backUp(to: path("copy")) }
    #expect(!FileManager.default.fileExists(atPath: path("copy")))
  }
}
