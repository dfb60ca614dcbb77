// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteTesting
internal import Synchronization
internal import Testing

@Suite("A catalogue on a disk that loses what was not synced", .serialized, .timeLimit(.minutes(5)))
struct PowerCutTests {
  /// One who writes: by turns a batch of three quotes, and the deletion of the first of them.
  private struct Author {
    let name: String

    func batch(_ number: Int) -> [Quote] {
      (0..<3).map { place in
        var quote = Quote()
        quote.text = "Words \(number).\(place)"
        quote.creator = name
        // Of different lengths, so that the pages that a write touches differ too.
        quote.source = String(repeating: "source ", count: (number * 37 + place * 101) % 90)
        return quote
      }
    }

    /// Makes a write, whose number counts from 0.
    func write(_ number: Int, to catalogue: Catalogue, _ newest: inout String) async throws {
      if number.isMultiple(of: 2) {
        newest = try await catalogue.add(batch(number / 2))[0].id
      } else {
        _ = try await catalogue.deleteQuote(id: newest, etag: "", by: .local)
      }
    }

    /// What lives after so many writes.
    func texts(after count: Int) -> Set<String> {
      Set(
        (0..<(count + 1) / 2).flatMap { number in
          batch(number).map(\.text).dropFirst(number * 2 + 1 < count ? 1 : 0)
        })
    }
  }

  /// Who was told that a write is kept, in order: as many of them as were counted at a cut.
  private final class Acknowledgements: Sendable {
    private let names = Mutex<[String]>([])
    private let cut: PowerCut

    init(_ cut: PowerCut) { self.cut = cut }

    func add(_ name: String) {
      names.withLock { names in
        names.append(name)
        cut.acknowledge()
      }
    }

    func first(_ count: Int) -> ArraySlice<String> { names.withLock { $0.prefix(count) } }
  }

  private static let authors = (0..<4).map { Author(name: "Author \($0)") }
  private static let writes = 40
  private static let founding = Workshop.quotes(0..<40).map { quote in
    var quote = quote
    quote.creator = "Founder"
    return quote
  }

  private static func open(_ directory: String) throws(CatalogueError) -> Catalogue {
    try Catalogue(
      directory: directory,
      founding: { Founding(quotes: founding, timeZone: "UTC", seed: 7) },
      clock: { Workshop.noon })
  }

  private static func days(of catalogue: Catalogue) -> [[LedgerDay]] {
    catalogue.snapshots.latest.calendars.all.map(\.ledger.days)
  }

  @Test(
    "has all that concurrent writers were told is there, nothing by halves, and its fixed days",
    arguments: 1...2)
  func concurrentWriters(seed: UInt64) async throws {
    let cut = try PowerCut(every: 20, seed: seed)
    let told = Acknowledgements(cut)
    let catalogue = try Self.open(cut.folder)
    let days = Self.days(of: catalogue)
    told.add("Founder")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for author in Self.authors {
        group.addTask {
          var newest = ""
          for number in 0..<Self.writes {
            try await author.write(number, to: catalogue, &newest)
            told.add(author.name)
          }
        }
      }
      try await group.waitForAll()
    }
    await catalogue.close()
    let captures = cut.end()
    #expect(captures.count > 40, "too few cuts to say anything")
    #expect(captures.contains { $0.acknowledged > Self.authors.count * Self.writes / 2 })
    for capture in captures {
      try await check(capture.folder, told.first(capture.acknowledged), days)
    }
  }

  private func check(
    _ folder: String, _ acknowledged: ArraySlice<String>, _ days: [[LedgerDay]]
  ) async throws {
    let catalogue = try Self.open(folder)
    let quotes = try catalogue.snapshots.latest.allQuotes()
    #expect(quotes.count { $0.creator == "Founder" } == Self.founding.count)
    if !acknowledged.isEmpty { #expect(!catalogue.isNew) }
    #expect(Self.days(of: catalogue) == days)
    for author in Self.authors {
      let count = acknowledged.count { $0 == author.name }
      let texts = Set(quotes.filter { $0.creator == author.name }.map(\.text))
      #expect(
        texts == author.texts(after: count) || texts == author.texts(after: count + 1),
        "\(author.name) was told of \(count) writes")
    }
    // It can be written to again.
    let outcome = try await catalogue.add([Workshop.quote(9_999)])[0].outcome
    #expect(outcome == .added)
    await catalogue.close()
  }
}
