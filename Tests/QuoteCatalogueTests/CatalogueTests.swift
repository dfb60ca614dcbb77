// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteStore
internal import QuoteSystem
internal import Testing

@Suite("A catalogue")
struct CatalogueTests {
  private let workshop: Workshop

  init() throws { workshop = try Workshop() }

  @Test("shows what was added at once, and again after it was closed")
  func keeps() async throws {
    var before: [Quote] = []
    do {
      let catalogue = try workshop.open()
      let reader = CatalogueReader(catalogue.snapshots)
      #expect(reader.snapshot.count == 0)
      _ = try await catalogue.add(Workshop.quotes(0..<2_500))
      before = try reader.snapshot.allQuotes()
      #expect(before.map(\.text) == Workshop.quotes(0..<2_500).map(\.text))
      await catalogue.close()
    }
    #expect(try workshop.open().snapshots.latest.allQuotes() == before)
  }

  @Test("finds each of its quotes by its id, and nothing by another")
  func ids() async throws {
    let catalogue = try workshop.open()
    for start in stride(from: 0, to: 5_000, by: 625) {
      _ = try await catalogue.add(Workshop.quotes(start..<start + 625))
    }
    for snapshot in [catalogue.snapshots.latest] {
      for quote in try snapshot.allQuotes() {
        let row = try #require(snapshot.row(id: quote.id))
        #expect(snapshot.quote(at: row) == quote)
        var bytes: [UInt8] = []
        snapshot.append(row, to: &bytes)
        #expect(try decodedQuotes(bytes) == [quote])
      }
      for id in ["", "aaaaaaaaaaaaaaaa", "x", "\u{0}", String(repeating: "a", count: 1_000)] {
        #expect(snapshot.row(id: id) == nil)
      }
    }
  }

  @Test("tells of each quote what became of it, and adds none twice")
  func outcomes() async throws {
    let catalogue = try workshop.open()
    var bad = Workshop.quote(2)
    bad.text = "\u{202E}"
    let batch = [Workshop.quote(1), bad, Workshop.quote(1), Workshop.quote(3)]
    let first = try await catalogue.add(batch)
    let ids = try catalogue.snapshots.latest.allQuotes().map(\.id)
    #expect(ids.count == 2)
    #expect(first[0] == .added(id: ids[0]))
    #expect(first[2] == .present(id: ids[0]))
    #expect(first[3] == .added(id: ids[1]))
    #expect(first[1].outcome == .rejected && first[1].problem.hasPrefix("text "))
    let revision = catalogue.snapshots.latest.revision
    let second = try await catalogue.add(batch)
    #expect(second[0] == .present(id: ids[0]) && second[3] == .present(id: ids[1]))
    #expect(catalogue.snapshots.latest.revision == revision)
  }

  @Test("takes the corrected and the first content of an edited quote for present")
  func edited() async throws {
    let catalogue = try workshop.open()
    _ = try await catalogue.add([Workshop.quote(1), Workshop.quote(2)])
    let id = try catalogue.snapshots.latest.allQuotes()[0].id
    let corrected = Workshop.quote(50)
    var update = corrected
    update.id = id
    _ = try await catalogue.updateQuote(update, mask: nil, by: .local)
    let snapshot = catalogue.snapshots.latest
    let row = try #require(snapshot.row(id: id))
    #expect(snapshot.quote(at: row).text == corrected.text)
    #expect(snapshot.quote(at: row).etag == String(snapshot.revision))
    #expect(snapshot.count == 2)
    let outcomes = try await catalogue.add([corrected, Workshop.quote(1)])
    #expect(outcomes == [.present(id: id), .present(id: id)])
  }

  @Test("leaves deleted what was deleted, also after a restart")
  func deleted() async throws {
    var id = ""
    do {
      let catalogue = try workshop.open(founding: Workshop.quotes(0..<30))
      id = try catalogue.snapshots.latest.allQuotes()[7].id
      #expect(try await catalogue.deleteQuotes(ids: [id, id, "aaaaaaaaaaaaaaaa"], by: .local) == 1)
      #expect(catalogue.snapshots.latest.row(id: id) == nil)
      #expect(catalogue.snapshots.latest.count == 29)
      await catalogue.close()
    }
    let catalogue = try workshop.open(founding: Workshop.quotes(0..<30))
    #expect(catalogue.snapshots.latest.row(id: id) == nil)
    #expect(try await catalogue.add([Workshop.quote(7)]) == [.deletedBefore(id: id)])
    #expect(catalogue.snapshots.latest.count == 29)
  }

  @Test("is empty again when all of it was deleted, and takes new quotes")
  func allDeleted() async throws {
    let catalogue = try workshop.open(founding: Workshop.quotes(0..<1_500))
    let ids = try catalogue.snapshots.latest.allQuotes().map(\.id)
    #expect(try await catalogue.deleteQuotes(ids: ids, by: .local) == 1_500)
    #expect(catalogue.snapshots.latest.count == 0)
    _ = try await catalogue.add(Workshop.quotes(1_500..<1_502))
    #expect(try catalogue.snapshots.latest.allQuotes().map(\.text).count == 2)
  }

  @Test("is the same whether an import ran at once, in pieces, or again after it broke off")
  func brokenOff() async throws {
    let quotes = Workshop.quotes(0..<700) + Workshop.quotes(100..<300) + Workshop.quotes(700..<900)
    let whole = try workshop.open()
    _ = try await whole.add(quotes)
    let pieces = try Workshop()
    try await pieces.visit { catalogue in _ = try await catalogue.add(Array(quotes[..<317])) }
    let catalogue = try pieces.open()
    for start in stride(from: 0, to: quotes.count, by: 100) {
      _ = try await catalogue.add(Array(quotes[start..<min(start + 100, quotes.count)]))
    }
    let texts = try whole.snapshots.latest.allQuotes().map(\.text)
    #expect(try catalogue.snapshots.latest.allQuotes().map(\.text) == texts)
  }

  @Test("starts with the quotes built into the program, once")
  func starter() async throws {
    let founding = try Founding.starter(timeZone: "UTC", seed: 1)
    #expect(founding.quotes.count >= 366)
    var count = 0
    do {
      let catalogue = try workshop.open(founding: founding.quotes)
      count = catalogue.snapshots.latest.count
      #expect(count == founding.quotes.count)
      #expect(try catalogue.snapshots.latest.calendar("").quoteCount >= 366)
      await catalogue.close()
    }
    #expect(try workshop.open(founding: Workshop.quotes(0..<5)).snapshots.latest.count == count)
  }

  @Test("is refused to a second opener, with the process that has it")
  func locked() throws {
    let first = try workshop.open()
    let error = #expect(throws: CatalogueError.self) { try workshop.openAtOnce() }
    guard case .system(let cause) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(cause.reason == .heldBy(process: Host.processID))
    #expect(first.snapshots.latest.count == 0)
  }

  @Test("is free again as soon as it is closed, though its owner holds on to it")
  func unlocked() async throws {
    let first = try workshop.open(founding: Workshop.quotes(0..<3))
    _ = try await first.add([Workshop.quote(3)])
    await first.close()
    let second = try workshop.open()
    #expect(second.snapshots.latest.count == 4)
    #expect(first.snapshots.latest.count == 4)
  }

  @Test("that is closed keeps what was begun, and changes nothing any more")
  func closed() async throws {
    let catalogue = try workshop.open(founding: Workshop.quotes(0..<3))
    async let begun = catalogue.add([Workshop.quote(3)])
    _ = try await begun
    await catalogue.close()
    await catalogue.close()
    let problem = await #expect(throws: EditProblem.self) {
      try await catalogue.add([Workshop.quote(4)])
    }
    #expect(problem?.kind == .busy && problem?.reason == "STORE_CLOSED")
    await #expect(throws: EditProblem.self) { try await catalogue.export(includingDeleted: true) }
    #expect(await catalogue.tendCalendars() == .current(through: try CivilDate("2026-02-16")))
    #expect(try workshop.open().snapshots.latest.count == 4)
  }
}
