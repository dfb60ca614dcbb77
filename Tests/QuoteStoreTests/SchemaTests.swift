// SPDX-License-Identifier: Apache-2.0

internal import QuoteStore
internal import Testing

@Suite("The schema of a store")
struct SchemaTests {
  private let file: StoreFile

  init() throws { file = try StoreFile() }

  private static func step(_ version: Int, minReader: Int, _ sql: String) -> [Migration] {
    Schema.migrations + [Migration(version: version, minReader: minReader, sql: sql)]
  }

  @Test("rises by one at a time")
  func versions() {
    let count = Schema.migrations.count
    #expect(Schema.migrations.map(\.version) == Array(1...count))
    #expect(Schema.migrations.allSatisfy { $0.minReader <= $0.version })
  }

  @Test("takes the quotes along when it rises")
  func rises() throws {
    try file.open().add(0..<3)
    let next = Self.step(3, minReader: 3, "ALTER TABLE quotes ADD COLUMN mood TEXT")
    #expect(try file.open(next).all().count == 3)
    #expect(try file.open(next).all().count == 3)
  }

  @Test("stays as it was when a step fails")
  func failedStep() throws {
    try file.open().add(0..<3)
    let broken = Self.step(3, minReader: 3, "DROP TABLE quotes; DROP TABLE nowhere")
    #expect(throws: StoreError.self) { try file.open(broken) }
    #expect(try file.open().all().count == 3)
  }

  @Test("of a later version is refused with the version that is needed")
  func newer() throws {
    _ = try file.open(Self.step(9, minReader: 8, "CREATE TABLE news (id INTEGER)"))
    let error = #expect(throws: StoreError.self) { try file.open() }
    #expect(error?.reason == .newerSchema(version: 9, needed: 8, known: 2))
    #expect(error?.path == file.path)
    #expect(error?.description.contains("knows schema 8 is needed") == true)
  }

  @Test("of a later version is used where that only added what can be ignored")
  func newerButCompatible() throws {
    let later = Self.step(3, minReader: 1, "CREATE TABLE news (id INTEGER)")
    _ = try file.open(later)
    try file.open().add(0..<3)
    #expect(try file.open(later).all().count == 3)
  }
}
