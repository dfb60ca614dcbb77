// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteModel
internal import QuoteStore
internal import Testing

@Suite("A store of the first schema")
struct FirstSchemaTests {
  private let file: StoreFile

  init() throws {
    file = try StoreFile()
    try Self.make(file.path)
  }

  /// Makes a store as the first schema's program left it.
  static func make(_ path: String) throws {
    let dump = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "Stores/schema-1.sql")
    let steps = [
      Migration(version: 1, minReader: 1, sql: try String(contentsOf: dump, encoding: .utf8))
    ]
    // It is whole, but what this program asks of a store finds columns missing.
    let error = #expect(throws: StoreError.self) {
      try Store(path: path, migrations: steps, busyTimeoutMilliseconds: 0)
    }
    #expect(error?.reason == .corrupt)
  }

  /// Where the store is copied to before anything changes.
  private var copy: String { file.path + ".schema-1" }

  @Test("gives all of its quotes and its calendar when it is opened")
  func content() throws {
    let store = try file.open()
    #expect(try store.revision() == 3)
    let quotes = try store.quotes(after: 0, limit: 100)
    #expect(
      quotes.map(\.quote.id) == [
        "zs3y5yx3e57ak55r", "r4tfv6sg5jglcypr", "ixpxdozgev4ywo7h", "lyduskynceus5i52",
        "v4fc6pog4fujkp6d",
      ])
    #expect(quotes.map(\.isDeleted) == [false, false, false, true, false])
    #expect(quotes.allSatisfy { !$0.isPurged })
    var first = Quote()
    first.id = "zs3y5yx3e57ak55r"
    first.text = "The unexamined life is not worth living."
    first.creator = "Socrates"
    first.source = "Plato, Apology, 38a"
    first.year = -399
    first.language = "en"
    first.tags = ["life", "philosophy"]
    first.sourceURL = "https://example.org/apology?at=38a&lang=en"
    first.attribution = .verified
    first.rating = .general
    first.createTime = Timestamp(seconds: 1_771_070_400, nanoseconds: 250_000_000)
    first.updateTime = first.createTime
    first.etag = "1"
    #expect(quotes.first?.quote == first)
    #expect(quotes.last?.quote.text == "It was misspelt.")
    #expect(
      try store.match(id: "", contentKey: "2zpfmifk6dzjf6oh") == .living(id: "v4fc6pog4fujkp6d"))
    let calendar = try #require(try store.calendars().first)
    #expect(calendar.id == "default" && calendar.timeZone == "Europe/Berlin")
    #expect(calendar.seed == 0x8000_0000_0000_0007)
    #expect(calendar.firstDate.description == "2025-02-14")
  }

  @Test("can be written as any other, and its quotes get what they lack")
  func written() throws {
    let store = try file.open()
    let missing = try store.quotesWithoutNearKey(limit: 100)
    #expect(missing.map(\.position) == [1, 2, 3, 5])
    try store.setNearKeys(missing.map { ($0.position, $0.position * 10) })
    #expect(try store.quotesWithoutNearKey(limit: 100).isEmpty)
    #expect(try store.nearQuote(30, except: "") == "ixpxdozgev4ywo7h")
    #expect(try store.revision() == 3)
    try store.add(0..<2)
    #expect(try store.revision() == 4)
    #expect(try store.quotes(after: 5, limit: 9).map(\.position) == [6, 7])
  }

  @Test("is copied whole before anything changes, for the version that made it")
  func copied() throws {
    let store = try file.open()
    try store.add(0..<1)
    #expect(try file.open().all().count == 5)
    // The copy is of the first schema, since opening it copies it in turn.
    let restored = try Store(
      path: copy, migrations: Schema.migrations, busyTimeoutMilliseconds: 0)
    #expect(FileManager.default.fileExists(atPath: copy + ".schema-1"))
    #expect(try restored.revision() == 3)
    #expect(try restored.quotes(after: 0, limit: 9) == store.quotes(after: 0, limit: 5))
  }

  @Test("is left as it is where it can't be copied")
  func notCopied() throws {
    try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: false)
    let error = #expect(throws: StoreError.self) { try file.open() }
    #expect(error?.reason == .cannotOpen && error?.path == copy)
    try FileManager.default.removeItem(atPath: copy)
    #expect(try file.open().all().count == 4)
    #expect(FileManager.default.fileExists(atPath: copy))
  }

  @Test("is not copied again once it has risen")
  func copiedOnce() throws {
    _ = try file.open()
    try FileManager.default.removeItem(atPath: copy)
    _ = try file.open()
    #expect(!FileManager.default.fileExists(atPath: copy))
  }
}
