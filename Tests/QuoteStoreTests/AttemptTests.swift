// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteStore
internal import Testing

@Suite("A write within a transaction that others share")
struct AttemptTests {
  private struct Refusal: Error {}
  private let store: Store
  private let file: StoreFile

  init() throws {
    file = try StoreFile()
    store = try file.open()
  }

  /// Adds a quote in an attempt of its own, and fails afterwards where that is asked for.
  private static func add(
    _ number: Int, in transaction: inout StoreTransaction, fails: Bool = false
  ) throws(StoreError) -> Result<UInt64?, Refusal> {
    try transaction.attempt { transaction throws(StoreError) in
      try transaction.insert(StoreFile.content(StoreFile.quote(number)))
      return fails ? .failure(Refusal()) : .success(transaction.revision)
    }
  }

  @Test("has a revision of its own")
  func revisions() throws {
    let written = try store.write(at: StoreFile.noon) { transaction throws(StoreError) in
      var revisions: [UInt64?] = []
      for number in 0..<3 {
        if case .success(let revision) = try Self.add(number, in: &transaction) {
          revisions.append(revision)
        }
      }
      return revisions
    }
    #expect(written.result == [1, 2, 3] && written.revision == 3)
    #expect(try store.all().map(\.quote.etag) == ["1", "2", "3"])
    #expect(try store.quotes(changedSince: 1).map(\.quote.id) == [1, 2].map(StoreFile.id))
  }

  @Test("that fails leaves no trace, and its neighbours stay")
  func failure() throws {
    let written = try store.write(at: StoreFile.noon) { transaction throws(StoreError) in
      _ = try Self.add(0, in: &transaction)
      _ = try Self.add(1, in: &transaction, fails: true)
      return try Self.add(2, in: &transaction)
    }
    #expect(written.revision == 2)
    #expect(try store.all().map(\.quote.text) == ["Text 0", "Text 2"])
    #expect(try store.all().map(\.position) == [1, 2])
    #expect(try store.quotes(changedSince: 0).count == 2)
  }

  @Test("that breaks a rule of the schema leaves no trace, and its neighbours stay")
  func constraint() throws {
    let written = try store.write(at: StoreFile.noon) { transaction throws(StoreError) in
      _ = try Self.add(0, in: &transaction)
      var reason: StoreError.Reason?
      do throws(StoreError) { _ = try Self.add(0, in: &transaction) } catch {
        reason = transaction.isAlive ? error.reason : nil
      }
      _ = try Self.add(1, in: &transaction)
      return reason
    }
    #expect(written.result == .constraint)
    #expect(try store.all().map(\.quote.etag) == ["1", "2"])
  }

  @Test("that is only rehearsed tells what it would come to and leaves no trace")
  func rehearsal() throws {
    let written = try store.write(at: StoreFile.noon) { transaction throws(StoreError) in
      try transaction.rehearse { transaction throws(StoreError) in
        try transaction.insert(StoreFile.content(StoreFile.quote(0)))
        return transaction.revision
      }
    }
    #expect(written.result == 1 && written.revision == nil)
    #expect(try store.revision() == 0)
    #expect(try store.all().isEmpty)
  }
}
