// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import Testing

@Suite("A reader of a catalogue")
struct ReaderTests {
  private let workshop: Workshop

  init() throws { workshop = try Workshop() }

  @Test("sees each write as soon as it returns, and keeps one snapshot between writes")
  func seesWrites() async throws {
    let catalogue = try workshop.open()
    let readers = (0..<3).map { _ in CatalogueReader(catalogue.snapshots) }
    for number in 1...20 {
      _ = try await catalogue.add([Workshop.quote(number)])
      for reader in readers {
        #expect(reader.snapshot.count == number)
        #expect(reader.snapshot === catalogue.snapshots.latest)
      }
    }
  }

  @Test("goes on with a snapshot that is no longer the newest")
  func oldSnapshot() async throws {
    let catalogue = try workshop.open(founding: Workshop.quotes(0..<1_200))
    let old = catalogue.snapshots.latest
    let quotes = try old.allQuotes()
    _ = try await catalogue.deleteQuotes(ids: quotes[0..<600].map(\.id), by: .local)
    _ = try await catalogue.add(Workshop.quotes(5_000..<5_010))
    #expect(try old.allQuotes() == quotes)
    #expect(old.row(id: quotes[3].id) != nil)
    #expect(catalogue.snapshots.latest.row(id: quotes[3].id) == nil)
  }

  @Test("lets no snapshot live on that nobody holds")
  func freed() async throws {
    let catalogue = try workshop.open()
    let reader = CatalogueReader(catalogue.snapshots)
    weak let first = reader.snapshot
    for number in 0..<3 {
      _ = try await catalogue.add([Workshop.quote(number)])
      _ = reader.snapshot.count
    }
    #expect(first == nil)
  }

  @Test("on any thread reads whole states while another writes")
  func concurrent() async throws {
    let catalogue = try workshop.open()
    let batches = 20
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          let reader = CatalogueReader(catalogue.snapshots)
          var count = 0
          while count < batches * 50 {
            await Task.yield()
            let snapshot = reader.snapshot
            #expect(snapshot.count % 50 == 0, "A batch was seen in part.")
            #expect(snapshot.count >= count, "A later look saw an earlier state.")
            count = snapshot.count
            guard count > 0 else { continue }
            var request = ListQuotesRequest()
            request.order = .newest
            request.pageSize = 1
            var bytes: [UInt8] = []
            let tail = try snapshot.appendPage(request, to: &bytes)
            #expect(Int(tail.totalSize) == count)
            let last = try #require(try decodedQuotes(bytes).first)
            #expect(last.text == Workshop.quote(count - 1).text)
            #expect(snapshot.row(id: last.id) != nil)
          }
        }
      }
      group.addTask {
        for batch in 0..<batches {
          _ = try await catalogue.add(Workshop.quotes(batch * 50..<batch * 50 + 50))
        }
      }
      try await group.waitForAll()
    }
  }
}
