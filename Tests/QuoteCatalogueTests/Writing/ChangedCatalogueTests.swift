// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import Testing

@Suite("A catalogue that was changed")
struct ChangedCatalogueTests {
  /// What follows from all of a catalogue's quotes together.
  private struct Picture: Equatable {
    let counts: [Int]
    let calendars: [String]
    let languages: [String: Int]
    /// By calendar and date, those that are not fixed yet included.
    let days: [String: Quote]
    /// The texts that meet each filter.
    let filtered: [[String]]

    init(_ almanac: Almanac) throws {
      let snapshot = almanac.catalogue.snapshots.latest
      let today = try #require(CivilDate(utc: almanac.clock.now))
      counts = [snapshot.count, snapshot.generalCount]
      calendars = snapshot.calendars.all.map(\.rules.id)
      languages = Dictionary(
        uniqueKeysWithValues: snapshot.calendars.all.map { ($0.rules.id, $0.quoteCount) })
      var days: [String: Quote] = [:]
      for calendar in calendars {
        for distance in [0, 2, 3, 90, 399] {
          let date = try #require(today.adding(days: distance))
          days["\(calendar) \(distance)"] = try almanac.quote(on: date, in: calendar).0
        }
      }
      self.days = days
      filtered = try Self.filters.map { change in
        var filter = QuoteFilter()
        change(&filter)
        return try Self.texts(of: snapshot, filter)
      }
    }

    private static let filters: [@Sendable (inout QuoteFilter) -> Void] = [
      { _ in }, { $0.includeMature = true }, { $0.languages = ["fr"] },
      { $0.languages = ["sv", "de"] }, { $0.tagsAll = ["edited"] },
      { $0.tagsAll = ["tag1", "edited"] },
      { ($0.tagsAny, $0.includeMature) = (["tag5", "tag6", "tag1"], true) },
      { ($0.tagsAll, $0.tagsAny) = (["number"], ["tag2", "tag3"]) },
      { $0.creators = ["Creator 8", "Creator 7"] },
    ]

    private static func texts(
      of snapshot: CatalogueSnapshot, _ filter: QuoteFilter
    ) throws -> [String] {
      var request = ListQuotesRequest()
      request.filter = filter
      request.pageSize = 1_000
      var texts: [String] = []
      repeat {
        var bytes: [UInt8] = []
        request.pageToken = try snapshot.appendPage(request, to: &bytes).nextPageToken
        texts += try decodedQuotes(bytes).map(\.text)
      } while !request.pageToken.isEmpty
      return texts
    }
  }

  @Test("is after each change what it is when all of it is read anew", arguments: [1, 2])
  func sameAsWhole(seed: UInt64) async throws {
    var almanac = try Almanac(Workshop.quotes(0..<3_300))
    var changes = RandomChanges(seed: seed)
    for _ in 0..<4 {
      // The picture is looked at between changes too, so that what it rests on is known from before.
      _ = try Picture(almanac)
      try await changes.make(in: almanac.catalogue)
      let changed = try Picture(almanac)
      try await almanac.restart()
      #expect(try Picture(almanac) == changed)
    }
  }
}
