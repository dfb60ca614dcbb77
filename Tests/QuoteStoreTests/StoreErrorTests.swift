// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteModel
internal import QuoteStore
internal import Testing

@Suite("An error of the store")
struct StoreErrorTests {
  private let file: StoreFile

  init() throws { file = try StoreFile() }

  @Test("names the file that can't be opened")
  func cannotOpen() throws {
    let path = file.path + "/below/a-file"
    let error = #expect(throws: StoreError.self) {
      try Store(path: path, migrations: Schema.migrations, busyTimeoutMilliseconds: 0)
    }
    #expect(error?.reason == .cannotOpen)
    #expect(error?.path == path)
  }

  @Test(
    "says that a file is no store, and leaves it as it is",
    arguments: [
      Array("This is a text, and longer than the head of a database: 100 bytes or so. ".utf8)
        + Array("It goes on, so that nobody takes it for an empty one.".utf8)
    ])
  func noDatabase(content: [UInt8]) throws {
    try Data(content).write(to: URL(fileURLWithPath: file.path))
    let error = #expect(throws: StoreError.self) { try file.open() }
    #expect(error?.reason == .notAStore)
    #expect(try [UInt8](Data(contentsOf: URL(fileURLWithPath: file.path))) == content)
  }

  @Test("says that a database is another program's")
  func foreign() throws {
    let foreign = [
      Migration(version: 1, minReader: 1, sql: "PRAGMA application_id = 7; CREATE TABLE a (b)")
    ]
    _ = try? file.open(foreign)
    let error = #expect(throws: StoreError.self) { try file.open() }
    #expect(error?.reason == .notAStore)
  }

  @Test("says that the file is damaged")
  func corrupt() throws {
    do { try file.open().add(0..<2_000) }
    // The second page and all behind it: tables and their rows, but not the list of tables.
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: file.path))
    let size = try handle.seekToEnd()
    try handle.seek(toOffset: 4_096)
    try handle.write(contentsOf: Data(repeating: 0xA5, count: Int(size) - 4_096))
    try handle.close()
    let error = #expect(throws: StoreError.self) { try file.open().all() }
    #expect(error?.reason == .corrupt)
    #expect(error?.path == file.path)
  }

  @Test(
    "says that the file is damaged where its revision is none",
    arguments: ["UPDATE head SET revision = -1", "DELETE FROM head"])
  func noRevision(damage: String) throws {
    do { try file.open().add(0..<2) }
    let altered = Schema.migrations + [Migration(version: 3, minReader: 1, sql: damage)]
    let error = #expect(throws: StoreError.self) { try file.open(altered).revision() }
    #expect(error?.reason == .corrupt)
  }

  @Test("says that another connection has the file")
  func busy() throws {
    let first = try file.open()
    let second = try file.open()
    let inner = try first.write(at: StoreFile.noon) { (transaction) throws(StoreError) in
      try transaction.insert(StoreFile.content(StoreFile.quote(1), key: "key"))
      return #expect(throws: StoreError.self) { try second.add(2..<3) }
    }.result
    #expect(inner?.reason == .busy)
    try second.add(2..<3)
    #expect(try first.all().map(\.quote.text) == ["Text 1", "Text 2"])
  }

  @Test(
    "is told from others by SQLite's code",
    arguments: [
      (13, .diskFull), (8, .readOnly), (8 | 6 << 8, .readOnly), (3, .readOnly), (14, .cannotOpen),
      (14 | 2 << 8, .cannotOpen), (5, .busy), (5 | 2 << 8, .busy), (6, .busy), (11, .corrupt),
      (11 | 1 << 8, .corrupt), (26, .notAStore), (10, .inputOutput), (10 | 3 << 8, .inputOutput),
      (7, .noMemory), (19, .constraint), (19 | 8 << 8, .constraint), (18, .tooLarge),
    ] as [(Int32, StoreError.Reason)])
  func codes(code: Int32, reason: StoreError.Reason) {
    let error = StoreError(code: code, systemError: 0, path: "/a/file", detail: "words")
    #expect(error.reason == reason)
    #expect(error.description.contains("/a/file"))
  }
}
