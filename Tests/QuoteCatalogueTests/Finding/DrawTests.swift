// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import Testing

@Suite("A draw")
struct DrawTests {
  /// More than two segments, for all cases: nothing here changes it.
  private static let shared = Result {
    let workshop = try Workshop()
    let catalogue = try workshop.open(founding: quotes)
    return (workshop, catalogue)
  }
  private static let quotes = (0..<2_200).map(quote)
  private let snapshot: CatalogueSnapshot

  init() throws { snapshot = try Self.shared.get().1.snapshots.latest }

  /// Nearly all quotes are of one creator, some are unsigned, and a few creators have one each.
  private static func quote(_ number: Int) -> Quote {
    var quote = Quote()
    quote.text = "Text number \(number)."
    quote.creator =
      number % 100 == 99 ? "Rare \(number / 100)" : number % 10 == 3 ? "" : "Prolific"
    quote.language = number % 3 == 0 ? "en" : "de"
    quote.rating = number % 7 == 5 ? .mature : .general
    return quote
  }

  private func draw(
    seed: UInt64, _ change: (inout RandomQuotesRequest) -> Void = { _ in }
  ) throws -> [Quote] {
    var request = RandomQuotesRequest()
    request.count = 100
    change(&request)
    var bytes: [UInt8] = []
    try snapshot.appendDraw(request, seed: seed, to: &bytes)
    return try decodedQuotes(bytes)
  }

  @Test("has each quote that is meant with the same chance", arguments: [false, true])
  func chances(isBalanced: Bool) throws {
    var counts: [String: Int] = [:]
    for seed: UInt64 in 0..<3_000 {
      for quote in try draw(
        seed: seed,
        {
          $0.balanceCreators = isBalanced
          $0.count = 1
        })
      {
        counts[isBalanced ? quote.creator : quote.language, default: 0] += 1
      }
    }
    // Five standard deviations: what is drawn is decided by the seeds, so it fails always or never.
    let general = Self.quotes.filter { $0.rating != .mature }
    if isBalanced {
      let creators = Set(general.map(\.creator))
      let expected = 3_000 / Double(creators.count)
      #expect(Set(counts.keys) == creators)
      for count in counts.values {
        #expect(abs(Double(count) - expected) < 5 * expected.squareRoot())
      }
    } else {
      let share = Double(general.count { $0.language == "en" }) / Double(general.count)
      let expected = 3_000 * share
      #expect(abs(Double(counts["en"] ?? 0) - expected) < 5 * (expected * (1 - share)).squareRoot())
    }
  }

  @Test(
    "never has a quote twice, nor one that is excluded or not meant", arguments: [false, true])
  func distinct(isBalanced: Bool) throws {
    let excluded = Set(try draw(seed: 99) { $0.balanceCreators = isBalanced }.map(\.id))
    for seed: UInt64 in 1...20 {
      let quotes = try draw(seed: seed) {
        $0.balanceCreators = isBalanced
        $0.excludeIDs = Array(excluded) + ["unknown", "nosuchquotehere2"]
        $0.filter = QuoteFilter()
        $0.filter?.languages = ["en"]
      }
      #expect(quotes.count == 100)
      #expect(Set(quotes.map(\.id)).count == 100)
      #expect(excluded.isDisjoint(with: quotes.map(\.id)))
      #expect(quotes.allSatisfy { $0.language == "en" && $0.rating != .mature })
    }
  }

  @Test("has all there are where fewer are left than asked for", arguments: [false, true])
  func few(isBalanced: Bool) throws {
    var filter = QuoteFilter()
    filter.creators = (0..<9).map { "Rare \($0)" }
    filter.includeMature = true
    let meant = Set((0..<9).map { "Text number \($0 * 100 + 99)." })
    for seed: UInt64 in 1...5 {
      let quotes = try draw(seed: seed) {
        $0.filter = filter
        $0.balanceCreators = isBalanced
      }
      #expect(quotes.count == 9)
      #expect(Set(quotes.map(\.text)) == meant)
    }
  }

  @Test("has none where the filter has none, or is refused where it can't be met")
  func none() throws {
    let none = try draw(seed: 1) {
      $0.filter = QuoteFilter()
      $0.filter?.creators = ["Nobody"]
      $0.balanceCreators = true
    }
    #expect(none.isEmpty)
    #expect(throws: ListProblem.crossedLengths(least: 2, most: 1)) {
      try draw(seed: 1) {
        var filter = QuoteFilter()
        (filter.minLength, filter.maxLength) = (2, 1)
        $0.filter = filter
      }
    }
  }

  @Test("is the same on a server that came to the same catalogue by another way")
  func sameOnAllServers() async throws {
    let workshop = try Workshop()
    let catalogue = try workshop.open()
    // The names get other numbers, and the segments other bounds.
    var extra = Quote()
    extra.text = "It comes first and goes."
    extra.creator = "Zeno"
    let id = try #require(try await catalogue.add([extra]).first?.id)
    for start in stride(from: 0, to: Self.quotes.count, by: 700) {
      _ = try await catalogue.add(Array(Self.quotes[start..<min(start + 700, 2_200)]))
    }
    _ = try await catalogue.deleteQuotes(ids: [id], by: .local)
    let other = catalogue.snapshots.latest
    for isBalanced in [false, true] {
      var request = RandomQuotesRequest()
      request.count = 50
      request.balanceCreators = isBalanced
      var bytes: [UInt8] = []
      try other.appendDraw(request, seed: 5, to: &bytes)
      let texts = try draw(seed: 5) {
        $0.count = 50
        $0.balanceCreators = isBalanced
      }.map(\.text)
      #expect(try decodedQuotes(bytes).map(\.text) == texts)
    }
  }

  /// A change would break what a seed promises.
  @Test("draws by a seed what it always drew")
  func released() throws {
    let plain = try draw(seed: 1984) { $0.count = 5 }.map(\.text)
    #expect(plain == [1661, 1697, 2044, 1793, 1451].map { "Text number \($0)." })
    let balanced = try draw(seed: 1984) {
      $0.count = 5
      $0.balanceCreators = true
    }.map(\.text)
    #expect(balanced == [1599, 1999, 1299, 599, 199].map { "Text number \($0)." })
  }
}
