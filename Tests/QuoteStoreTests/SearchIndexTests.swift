// SPDX-License-Identifier: Apache-2.0

internal import QuoteStore
internal import Testing

@Suite("The search index")
struct SearchIndexTests {
  private let file: StoreFile
  private let index: SearchIndex
  private let path: String

  init() throws {
    file = try StoreFile()
    path = file.path + ".search"
    index = try SearchIndex(path: path, signature: "rules 1")
  }

  private static func document(
    _ position: Int64, _ text: String, creator: String = "", source: String = "", tags: String = ""
  ) -> SearchDocument {
    SearchDocument(
      position: position, text: text, creator: creator, source: source, tags: tags, compounds: "")
  }

  private func add(_ documents: [SearchDocument], revision: UInt64 = 1) throws {
    try index.change(removing: [], adding: documents, blocks: [:], revision: revision)
  }

  private func positions(
    _ expression: String, limit: Int = 100, ranked: Int = 1_000,
    isMeant: @escaping (UInt32) -> Bool = { _ in true }
  ) throws -> [UInt32] {
    try SearchReader(path: path).matches(
      of: expression, limit: limit, ranked: ranked, isMeant: isMeant, shouldStop: { false }
    ).map(\.position)
  }

  @Test("finds words, phrases and beginnings, and ranks what is shorter first")
  func finds() throws {
    try add([
      Self.document(1, "to be or not to be that is the question"), Self.document(2, "be not"),
      Self.document(3, "unrelated"), Self.document(4, "not to worry"),
    ])
    #expect(try positions("\"be\" AND \"not\"") == [2, 1])
    #expect(try positions("\"not to\"") == [4, 1])
    #expect(try positions("\"quest\" *") == [1])
    #expect(try positions("\"quest\"") == [])
  }

  @Test("ranks the text above the creator, and that above source and tags")
  func weights() throws {
    try add([
      Self.document(1, "a b", creator: "c d", source: "word e", tags: "f"),
      Self.document(2, "a b", creator: "word d", source: "c e", tags: "f"),
      Self.document(3, "a word", creator: "c d", source: "b e", tags: "f"),
      Self.document(4, "a b", creator: "c d", source: "f e", tags: "word"),
    ])
    #expect(try positions("\"word\"") == [3, 2, 1, 4])
  }

  @Test("gives the first positions where scores are the same, however many there are")
  func ties() throws {
    try add((1...500).map { Self.document($0, "same words") })
    #expect(try positions("\"same\"", limit: 10) == Array(1...10))
    #expect(try positions("\"same\"", limit: 10, ranked: 5) == Array(1...5))
    #expect(try positions("\"same\"", limit: 3) { $0 % 100 == 0 } == [100, 200, 300])
  }

  @Test("forgets what is removed, and ranks as if it had never been there")
  func removes() throws {
    let kept = (1...50).map { Self.document($0, "word number \($0 % 7)") }
    let other = try SearchIndex(path: file.path + ".other", signature: "rules 1")
    try other.change(removing: [], adding: kept, blocks: [:], revision: 1)
    let extra = (51...90).map { Self.document($0, "word word number \($0 % 5)") }
    try add(kept + extra)
    try index.change(removing: extra, adding: [], blocks: [:], revision: 2)
    func matches(_ path: String) throws -> [SearchMatch] {
      try SearchReader(path: path).matches(
        of: "\"word\" AND \"3\"", limit: 100, ranked: 1_000, isMeant: { _ in true },
        shouldStop: { false })
    }
    #expect(try matches(path) == matches(file.path + ".other"))
    #expect(try !matches(path).isEmpty)
    #expect(try index.holds(50) && !index.holds(51))
  }

  @Test("gives a search up when it is told to")
  func stops() throws {
    try add((1...2_000).map { Self.document($0, "same words") })
    let reader = try SearchReader(path: path)
    #expect(throws: SearchError.stopped) {
      try reader.matches(
        of: "\"same\"", limit: 10, ranked: 10_000, isMeant: { _ in true }, shouldStop: { true })
    }
    let found = try reader.matches(
      of: "\"same\"", limit: 10, ranked: 10_000, isMeant: { _ in true }, shouldStop: { false })
    #expect(found.count == 10)
  }

  @Test("shows one revision throughout a read, whatever is written meanwhile")
  func consistent() throws {
    try add([Self.document(1, "first")], revision: 7)
    let reader = try SearchReader(path: path)
    func count() throws(SearchError) -> Int {
      try reader.matches(
        of: "\"first\"", limit: 10, ranked: 10, isMeant: { _ in true }, shouldStop: { false }
      ).count
    }
    try reader.read { (revision) throws(SearchError) in
      #expect(revision == 7)
      #expect(try count() == 1)
      #expect(throws: Never.self) { try add([Self.document(2, "first")], revision: 8) }
      #expect(try count() == 1)
    }
    try reader.read { (revision) throws(SearchError) in
      #expect(revision == 8)
      #expect(try count() == 2)
    }
  }

  @Test("keeps its blocks and its revision with the documents")
  func blocks() throws {
    let blocks: [Int64: SearchBlock] = [
      0: SearchBlock(count: 3, sum: .max), 977: SearchBlock(count: 1, sum: 5),
    ]
    try index.change(
      removing: [], adding: [Self.document(1, "a")], blocks: blocks, revision: .max)
    let again = try SearchIndex(path: path, signature: "rules 1")
    #expect(try again.blocks() == blocks)
    #expect(try again.revision() == .max)
  }

  @Test("does not take a file of other rules or of another program for its own")
  func foreign() throws {
    #expect(throws: StoreError.self) { try SearchIndex(path: path, signature: "rules 2") }
    _ = try file.open()
    let error = #expect(throws: StoreError.self) {
      try SearchIndex(path: file.path, signature: "rules 1")
    }
    #expect(error?.reason == .notAStore)
  }

  @Test("can't be changed through a connection that searches")
  func readOnly() throws {
    try add([Self.document(1, "a")])
    #expect(throws: StoreError.self) { try SearchReader(path: path + "-missing") }
  }
}
