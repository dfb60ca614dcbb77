// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteStore
internal import Synchronization
internal import Testing

@Suite("Writes at the same time")
struct WritingTests {
  private let workshop: Workshop
  private let catalogue: Catalogue

  init() throws {
    workshop = try Workshop()
    catalogue = try workshop.open(founding: Workshop.quotes(0..<3))
  }

  @Test("are each durable and visible when they return, and each has a revision of its own")
  func manyWriters() async throws {
    let catalogue = catalogue
    let first = catalogue.snapshots.latest.revision
    let revisions = try await withThrowingTaskGroup(of: [UInt64].self) { group in
      for writer in 0..<8 {
        group.addTask {
          var revisions: [UInt64] = []
          for number in 0..<25 {
            let quote = Workshop.quote(100 + writer * 25 + number)
            let response = try await catalogue.createQuote(quote, by: .local)
            let snapshot = catalogue.snapshots.latest
            #expect(snapshot.revision >= response.revision)
            #expect(snapshot.row(id: response.quote?.id ?? "") != nil, "It can't be read yet.")
            revisions.append(response.revision)
          }
          #expect(revisions == revisions.sorted())
          return revisions
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(Set(revisions).count == 200 && revisions.allSatisfy { $0 > first })
    #expect(catalogue.snapshots.latest.count == 203)
    let stored = try await catalogue.read { (store, snapshot) throws(StoreError) in
      (try store.quotes(after: 0, limit: 1_000).count, try store.revision(), snapshot.revision)
    }
    #expect(stored.0 == 203 && stored.1 == stored.2)
    // One more may come of the calendar that a language of thirty quotes gets.
    #expect(stored.1 >= first + 200)
  }

  @Test("share a transaction, and one that is refused does its neighbours no harm")
  func shared() async throws {
    let catalogue = catalogue
    let counter = PublishingCounter()
    catalogue.snapshots.follow { _ in counter.count.add(1, ordering: .relaxed) }
    let outcomes = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<64 {
        group.addTask {
          // Every fourth is there already.
          let quote = Workshop.quote(number % 4 == 0 ? 0 : 1_000 + number)
          return await problem { _ = try await catalogue.createQuote(quote, by: .local) } == nil
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes.count { $0 } == 48)
    #expect(catalogue.snapshots.latest.count == 51)
    #expect(counter.count.load(ordering: .relaxed) < 48, "Each write had a transaction of its own.")
  }

  /// Counts what was published.
  private final class PublishingCounter: Sendable {
    let count = Atomic(0)
  }

  @Test("that the store refuses are refused one by one")
  func storeRefuses() async throws {
    let catalogue = catalogue
    let revision = catalogue.snapshots.latest.revision
    let content = StoredContent(Workshop.quote(0), contentKey: "k", nearKey: nil, length: 1)
    // Both rows have the empty id: the second breaks a rule of the schema.
    let error = await problem {
      try await catalogue.write { transaction throws(StoreError) in
        try transaction.insert(content)
        try transaction.insert(content)
        return .success(())
      }
    }
    guard case .store(let cause) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(cause.reason == .constraint && error?.kind == .failed)
    #expect(catalogue.snapshots.latest.revision == revision)
    #expect(try await catalogue.createQuote(Workshop.quote(9), by: .local).revision == revision + 1)
  }

  @Test("is what a snapshot can be waited for with")
  func waiting() async throws {
    let source = catalogue.snapshots
    let revision = source.latest.revision
    #expect(await source.snapshot(atLeast: revision, within: .zero) === source.latest)
    #expect(await source.snapshot(atLeast: revision + 1, within: .zero) == nil)
    async let waited = source.snapshot(atLeast: revision + 2, within: .seconds(600))
    _ = try await catalogue.createQuote(Workshop.quote(8), by: .local)
    _ = try await catalogue.createQuote(Workshop.quote(9), by: .local)
    #expect(await waited?.revision == revision + 2)
  }

  @Test("are waited for no longer by a task that is cancelled")
  func cancelled() async throws {
    let source = catalogue.snapshots
    let waiting = Task { await source.snapshot(atLeast: 99, within: .seconds(600)) }
    waiting.cancel()
    #expect(await waiting.value == nil)
  }
}
