// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteStore
internal import QuoteTesting
internal import Testing

extension PowerCutTests {
  @Test(
    "is of the old schema or the new one, whole, with a whole copy, where it was rising to it",
    arguments: 1...2)
  func migration(seed: UInt64) throws {
    // At every single operation, so at every sync too.
    let cut = try PowerCut(every: 1, seed: seed)
    try FirstSchemaTests.make(cut.folder + "/catalogue.sqlite")
    cut.acknowledge()
    let quotes: [StoredQuote]
    do {
      let store = try Self.store(in: cut.folder)
      cut.acknowledge()
      quotes = try store.quotes(after: 0, limit: 100)
    }
    #expect(quotes.count == 5)
    let captures = cut.end().filter { $0.acknowledged > 0 }
    #expect(captures.count > 30, "too few cuts to say anything")
    var sawRisen: Set<Bool> = []
    for capture in captures {
      let path = capture.folder + "/catalogue.sqlite"
      // What is of the first schema lacks what a reader asks for.
      let hasRisen = (try? Store(reading: path, busyTimeoutMilliseconds: 0)) != nil
      #expect(hasRisen || capture.acknowledged < 2, "A store that was opened is of the old schema.")
      sawRisen.insert(hasRisen)
      let store = try Self.store(in: capture.folder)
      try Self.expectWhole(store, quotes)
      try store.add(0..<1)
      #expect(try store.revision() == 4)
      // Of the old schema, since opening it has copied it in turn.
      let copy = try Self.open(path + ".schema-1")
      try Self.expectWhole(copy, quotes)
      #expect(FileManager.default.fileExists(atPath: copy.path + ".schema-1"))
    }
    #expect(sawRisen == [false, true])
  }

  private static func open(_ path: String) throws(StoreError) -> Store {
    try Store(path: path, migrations: Schema.migrations, busyTimeoutMilliseconds: 0)
  }

  private static func expectWhole(_ store: Store, _ quotes: [StoredQuote]) throws {
    #expect(try store.flaw() == nil)
    #expect(try store.revision() == 3)
    #expect(try store.quotes(after: 0, limit: 100) == quotes)
    #expect(try store.calendars().map(\.id) == ["default"])
  }
}
