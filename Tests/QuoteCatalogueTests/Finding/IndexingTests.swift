// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteStore
internal import Testing

@Suite("The index of a catalogue", .timeLimit(.minutes(2)))
struct IndexingTests {
  private let workshop: Workshop

  init() throws { workshop = try Workshop() }

  private func quote(_ text: String) -> Quote {
    var quote = Quote()
    quote.text = text
    return quote
  }

  @Test("follows what is added, changed and deleted")
  func follows() async throws {
    let shop = try SearchShop(Workshop.quotes(0..<1_500), in: workshop)
    #expect(try await shop.texts("number 700") == ["Text number 700."])
    let added = try await shop.catalogue.add([quote("A walrus.")])
    #expect(try await shop.texts("walrus") == ["A walrus."])
    var changed = quote("A penguin.")
    changed.id = added[0].id
    _ = try await shop.catalogue.updateQuote(changed, mask: FieldMask(paths: ["text"]), by: .local)
    #expect(try await shop.texts("walrus") == [])
    #expect(try await shop.texts("penguin") == ["A penguin."])
    _ = try await shop.catalogue.deleteQuotes(ids: [changed.id], by: .local)
    #expect(try await shop.texts("penguin") == [])
    #expect(try await shop.texts("number 700") == ["Text number 700."])
  }

  /// When a quote is purged whose words the index has.
  enum Moment: CaseIterable {
    case whileSearched, afterItWasDeleted, whileNobodyFollows, whileDeletedAndNobodyFollows
  }

  @Test("keeps no word of a quote that is purged, in no file", arguments: Moment.allCases)
  func erases(moment: Moment) async throws {
    var shop = try SearchShop(Workshop.quotes(0..<500), in: workshop)
    let id = try await shop.catalogue.add([quote("Xylographical somethings.")])[0].id
    #expect(try await shop.texts("xylographical").count == 1)
    #expect(try filesHolding("xylographical").contains { $0.hasPrefix("search.sqlite") })
    if moment == .afterItWasDeleted || moment == .whileDeletedAndNobodyFollows {
      _ = try await shop.catalogue.deleteQuotes(ids: [id], by: .local)
      await shop.search.catchUp()
    }
    if moment == .whileNobodyFollows || moment == .whileDeletedAndNobodyFollows {
      await shop.close()
      try await workshop.visit { catalogue in
        _ = try await catalogue.purgeQuote(id: id, reason: "law", by: .local)
      }
      shop = try SearchShop([], in: workshop)
    } else {
      _ = try await shop.catalogue.purgeQuote(id: id, reason: "law", by: .local)
    }
    await shop.search.catchUp()
    #expect(try filesHolding("xylographical") == [])
    #expect(try await shop.texts("xylographical") == [])
    #expect(try await shop.texts("\"number 7\"").count == 1)
    // Once is enough: the next start changes nothing.
    let identity = try SearchShop.identity(in: workshop)
    await shop.close()
    shop = try SearchShop([], in: workshop)
    #expect(try await shop.texts("\"number 7\"").count == 1)
    #expect(try SearchShop.identity(in: workshop) == identity)
  }

  /// The files of the data directory that hold some word, in whatever case.
  private func filesHolding(_ word: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: workshop.directory).filter { name in
      let bytes = try Data(contentsOf: URL(fileURLWithPath: workshop.directory + "/" + name))
      return [word, word.capitalized].contains { bytes.range(of: Data($0.utf8)) != nil }
    }
  }

  @Test("keeps up with an import")
  func followsImport() async throws {
    let shop = try SearchShop([], in: workshop)
    _ = try await shop.catalogue.add(Workshop.quotes(0..<12_000))
    #expect(try await shop.texts("\"number 11999\"") == ["Text number 11999."])
    #expect(try await shop.texts("text").count == 1_000)
  }

  @Test("goes on from one that took so much in that it was opened anew", arguments: [1, 2])
  func followsChanges(seed: UInt64) async throws {
    let shop = try SearchShop(Workshop.quotes(0..<9_000), in: workshop)
    #expect(try await shop.texts("\"number 8999\"") == ["Text number 8999."])
    let identity = try SearchShop.identity(in: workshop)
    var changes = RandomChanges(seed: seed)
    for _ in 0..<3 {
      try await changes.make(in: shop.catalogue)
      let quotes = try shop.catalogue.snapshots.latest.allQuotes()
      for tag in ["edited", "tag5", "tag6"] {
        let meant = Set(quotes.lazy.filter { $0.tags.contains(tag) }.map(\.text))
        #expect(try await Set(shop.texts(tag) { $0.filter = Self.everything }) == meant)
      }
      for place in [0, 1, quotes.count / 2, quotes.count - 2, quotes.count - 1] {
        let text = quotes[place].text
        #expect(try await shop.texts("\"\(text)\"") { $0.filter = Self.everything } == [text])
      }
    }
    #expect(try SearchShop.identity(in: workshop) == identity)
  }

  private static var everything: QuoteFilter {
    var filter = QuoteFilter()
    filter.includeMature = true
    return filter
  }

  @Test("is not made anew by a start, and takes in what came while nobody followed")
  func restart() async throws {
    do {
      let shop = try SearchShop(Workshop.quotes(0..<2_000), in: workshop)
      #expect(try await shop.texts("\"number 1999\"").count == 1)
      await shop.close()
    }
    let identity = try SearchShop.identity(in: workshop)
    try await workshop.visit { catalogue in
      _ = try await catalogue.add(Workshop.quotes(2_000..<2_100))
    }
    let shop = try SearchShop([], in: workshop)
    #expect(try await shop.texts("\"number 2099\"").count == 1)
    #expect(try await shop.texts("\"number 7\"").count == 1)
    #expect(try SearchShop.identity(in: workshop) == identity)
  }

  @Test("is made anew where quotes changed or went while nobody followed")
  func changedMeanwhile() async throws {
    do {
      let shop = try SearchShop(Workshop.quotes(0..<50), in: workshop)
      #expect(try await shop.texts("\"number 7\"").count == 1)
      await shop.close()
    }
    try await workshop.visit { catalogue in
      let ids = try catalogue.snapshots.latest.allQuotes().map(\.id)
      _ = try await catalogue.deleteQuotes(ids: [ids[7]], by: .local)
    }
    let shop = try SearchShop([], in: workshop)
    #expect(try await shop.texts("\"number 7\"") == [])
    #expect(try await shop.texts("\"number 8\"").count == 1)
  }

  @Test("is made anew where another store is put in the place of the one it was made of")
  func otherStore() async throws {
    do {
      let shop = try SearchShop(Workshop.quotes(0..<50), in: workshop)
      #expect(try await shop.texts("\"number 7\"").count == 1)
      await shop.close()
    }
    let other = try Workshop()
    try await other.visit(founding: Workshop.quotes(50..<100)) { _ in }
    for suffix in ["", "-wal", "-shm"] {
      let path = "/catalogue.sqlite" + suffix
      try? FileManager.default.removeItem(atPath: workshop.directory + path)
      try? FileManager.default.copyItem(
        atPath: other.directory + path, toPath: workshop.directory + path)
    }
    // The same revision, the same positions, other quotes.
    let shop = try SearchShop([], in: workshop)
    #expect(try await shop.texts("\"number 7\"") == [])
    #expect(try await shop.texts("\"number 57\"").count == 1)
  }

  @Test("is made anew where its file is damaged", arguments: [0, 1, 2])
  func damaged(kind: Int) async throws {
    do {
      let shop = try SearchShop(Workshop.quotes(0..<2_000), in: workshop)
      #expect(try await shop.texts("\"number 7\"").count == 1)
      await shop.close()
    }
    let path = SearchShop.index(in: workshop)
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    switch kind {
    case 0:
      try Data("no database at all, but longer than its head".utf8).write(
        to: URL(fileURLWithPath: path))
    case 1: try FileManager.default.removeItem(atPath: path)
    default:
      let handle = try #require(FileHandle(forWritingAtPath: path))
      try handle.truncate(atOffset: 8_192)
      try handle.close()
    }
    let shop = try SearchShop([], in: workshop)
    #expect(try await shop.texts("\"number 7\"").count == 1)
    #expect(try await shop.texts("text").count == 1_000)
  }

  @Test("is made anew where other rules made it")
  func otherRules() async throws {
    try FileManager.default.createDirectory(
      atPath: workshop.directory, withIntermediateDirectories: true)
    do { _ = try SearchIndex(path: SearchShop.index(in: workshop), signature: "rules of old") }
    let shop = try SearchShop(Workshop.quotes(0..<50), in: workshop)
    #expect(try await shop.texts("\"number 7\"").count == 1)
    #expect(throws: StoreError.self) {
      try SearchIndex(path: SearchShop.index(in: workshop), signature: "rules of old")
    }
  }
}
