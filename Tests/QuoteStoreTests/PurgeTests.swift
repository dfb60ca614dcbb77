// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteModel
internal import QuoteStore
internal import Testing

@Suite("A quote that is purged")
struct PurgeTests {
  private let file: StoreFile
  private let store: Store

  init() throws {
    file = try StoreFile()
    store = try file.open()
    try store.add(0..<50)
  }

  /// A word that nothing else in the store holds.
  private static let secret = "Xylophagous"

  /// A quote that says the word in each of its fields, more than a page full.
  private static func quote(_ version: Int) -> Quote {
    var quote = StoreFile.quote(100)
    quote.text = String(repeating: "\(secret) text \(version). ", count: 600)
    quote.creator = "\(secret) creator"
    quote.source = "\(secret) source"
    quote.sourceURL = "https://example.org/\(secret)"
    quote.tags = ["\(secret) tag"]
    return quote
  }

  private func write(
    _ body: (inout StoreTransaction) throws(StoreError) -> Bool
  ) throws(StoreError) {
    _ = try store.write(at: StoreFile.noon, body)
  }

  /// Adds the quote, changes it again and again, and keeps an answer that repeats it.
  private func fill() throws(StoreError) {
    try write { transaction throws(StoreError) in
      try transaction.insert(StoreFile.content(Self.quote(0), nearKey: 7))
      return true
    }
    for version in 1..<4 {
      try write { transaction throws(StoreError) in
        try transaction.update(StoreFile.content(Self.quote(version), nearKey: 7))
      }
      try store.add(1_000 + version..<1_001 + version)
    }
    try write { transaction throws(StoreError) in
      let response = Array((StoreFile.id(100) + Self.secret).utf8)
      try transaction.keep(
        StoredRequest(actor: "a", id: "r", method: "m", digest: [1], response: response))
      return true
    }
  }

  /// The files of the store that hold the word.
  private func filesWithSecret() throws -> [String] {
    let folder = URL(fileURLWithPath: file.path).deletingLastPathComponent()
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { name in
      try Data(contentsOf: folder.appending(path: name)).range(of: Data(Self.secret.utf8)) != nil
    }
  }

  @Test("is in no file of the store any more, in no version that it had", arguments: [false, true])
  func leavesNoTrace(deletedBefore: Bool) throws {
    try fill()
    #expect(try !filesWithSecret().isEmpty, "There was nothing to erase.")
    if deletedBefore { #expect(try delete()) }
    try write { transaction throws(StoreError) in try transaction.purge(id: StoreFile.id(100)) }
    #expect(!store.journalIsDue)
    #expect(try filesWithSecret().isEmpty)
    #expect(try file.open().all().count == 53)
  }

  @Test("keeps its id, its place and its content taken")
  func stays() throws {
    try fill()
    try write { transaction throws(StoreError) in try transaction.purge(id: StoreFile.id(100)) }
    let stored = try #require(try store.quote(id: StoreFile.id(100)))
    #expect(stored.position == 51 && stored.isDeleted && stored.isPurged && stored.length == 0)
    #expect(stored.quote.text.isEmpty && stored.quote.tags.isEmpty)
    #expect(stored.quote.createTime == StoreFile.noon)
    #expect(
      try store.match(id: "", contentKey: StoreFile.id(100)) == .purged(id: StoreFile.id(100)))
    #expect(try store.nearQuote(7, except: "") == nil)
    #expect(try store.request("r", by: "a", since: StoreFile.noon) == nil)
  }

  @Test("does not come back, and is purged once only")
  func once() throws {
    try fill()
    try write { transaction throws(StoreError) in try transaction.purge(id: StoreFile.id(100)) }
    let revision = try store.revision()
    try write { transaction throws(StoreError) in
      #expect(try transaction.restore(StoreFile.content(Self.quote(9))) == false)
      #expect(try transaction.update(StoreFile.content(Self.quote(9))) == false)
      #expect(try transaction.delete(id: StoreFile.id(100)) == false)
      #expect(try transaction.purge(id: StoreFile.id(100)) == false)
      return try transaction.purge(id: "nothing")
    }
    #expect(try store.revision() == revision)
  }

  @Test("is erased from the journal by a later write where someone was reading")
  func readerInTheWay() throws {
    try fill()
    let reader = try Store(reading: file.path, busyTimeoutMilliseconds: 0)
    try reader.read { () throws(StoreError) in
      #expect(try reader.all().count == 54)
      // The reader must be shown what it began with, so that the journal can't be emptied yet.
      let patient = try file.open()
      _ = try patient.write(at: StoreFile.noon) { transaction throws(StoreError) in
        try transaction.purge(id: StoreFile.id(100))
      }
      #expect(patient.journalIsDue)
      #expect(try reader.all().count == 54)
    }
    try write { transaction throws(StoreError) in try transaction.purge(id: StoreFile.id(1)) }
    #expect(try filesWithSecret().isEmpty)
  }

  private func delete() throws(StoreError) -> Bool {
    try store.write(at: StoreFile.noon) { transaction throws(StoreError) in
      try transaction.delete(id: StoreFile.id(100))
    }.result
  }
}
