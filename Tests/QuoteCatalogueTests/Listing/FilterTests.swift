// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import Testing

@Suite("A filter")
struct FilterTests {
  /// Two segments and more, for all cases: nothing here changes it.
  private static let shared = Result {
    let workshop = try Workshop()
    let catalogue = try workshop.open(founding: quotes)
    return (workshop, catalogue)
  }
  private static let quotes = (0..<2_200).map(quote)
  private let catalogue: Catalogue

  init() throws { catalogue = try Self.shared.get().1 }

  /// A quote that differs from its neighbours in all that a filter can ask for.
  private static func quote(_ number: Int) -> Quote {
    var quote = Quote()
    quote.text = "\(number):" + String(repeating: "\u{E9}", count: number * 37 % 211)
    quote.creator = number % 11 == 0 ? "" : "Zo\u{EB} \(number % 13)"
    quote.language = ["en", "en-GB", "de", "eng", "", "zh-Hans"][number % 6]
    quote.tags = (0..<number % 4).map { "t\((number * 7 + $0 * 3) % 9)" }
    quote.rating = [.unspecified, .general, .mature][number * 5 % 17 % 3]
    return quote
  }

  /// What the filter's documentation says, told a second time in the plainest way.
  private static func isMeant(_ quote: Quote, by filter: QuoteFilter) -> Bool {
    let length = Int32(quote.text.count)
    let language = quote.language.lowercased()
    return filter.tagsAll.allSatisfy(quote.tags.contains)
      && (filter.tagsAny.isEmpty || filter.tagsAny.contains(where: quote.tags.contains))
      && (filter.creators.isEmpty || filter.creators.contains(quote.creator))
      && (filter.languages.isEmpty
        || filter.languages.contains {
          language == $0.lowercased() || language.hasPrefix($0.lowercased() + "-")
        })
      && length >= filter.minLength && (filter.maxLength == 0 || length <= filter.maxLength)
      && (filter.includeMature || quote.rating != .mature)
  }

  static let filters: [@Sendable (inout QuoteFilter) -> Void] = [
    { _ in }, { $0.includeMature = true }, { $0.languages = ["en"] },
    { $0.languages = ["EN-gb", "zh"] }, { $0.languages = ["fr"] }, { $0.tagsAll = ["t1"] },
    { $0.tagsAll = ["t1", "t4"] }, { $0.tagsAny = ["t1", "t4", "nothing"] },
    { ($0.tagsAll, $0.tagsAny) = (["t1"], ["t4", "t7"]) }, { $0.tagsAny = ["t8"] },
    { $0.tagsAll = ["t1", "nothing"] }, { $0.tagsAny = ["nothing"] },
    { $0.creators = ["Zo\u{EB} 3", "nobody"] }, { $0.creators = [""] },
    { $0.creators = ["nobody"] },
    { $0.minLength = 100 }, { $0.maxLength = 40 },
    { ($0.minLength, $0.maxLength) = (50, 50) }, { $0.minLength = .max }, { $0.maxLength = .max },
    {
      ($0.minLength, $0.maxLength) = (20, 180)
      $0.languages = ["en", "de"]
      $0.tagsAny = ["t2", "t3", "t5"]
      $0.includeMature = true
    },
  ]

  @Test("gives the quotes that meet it and no others, in both orders", arguments: filters.indices)
  func meets(index: Int) throws {
    var filter = QuoteFilter()
    Self.filters[index](&filter)
    let meant = Self.quotes.filter { Self.isMeant($0, by: filter) }.map(\.text)
    for order in [QuoteOrder.catalogue, .newest] {
      var request = ListQuotesRequest()
      request.filter = filter
      request.order = order
      request.pageSize = 97
      var bytes: [UInt8] = []
      repeat {
        let tail = try catalogue.snapshots.latest.appendPage(request, to: &bytes)
        #expect(Int(tail.totalSize) == meant.count)
        request.pageToken = tail.nextPageToken
      } while !request.pageToken.isEmpty
      let texts = try decodedQuotes(bytes).map(\.text)
      #expect(texts.elementsEqual(order == .newest ? meant.reversed() : meant))
    }
    var request = ListQuotesRequest()
    request.filter = filter
    request.skip = Int32(meant.count / 2)
    request.pageSize = 2
    var bytes: [UInt8] = []
    _ = try catalogue.snapshots.latest.appendPage(request, to: &bytes)
    #expect(
      try decodedQuotes(bytes).map(\.text) == Array(meant.dropFirst(meant.count / 2).prefix(2)))
  }

  @Test("finds a creator however the name is composed, and a tag in whatever case")
  func spelling() throws {
    var request = ListQuotesRequest()
    var filter = QuoteFilter()
    filter.creators = ["Zoe\u{308} 3"]
    filter.tagsAny = ["T1", "T2", "T3", "T4", "T5", "T6", "T7", "T8", "T0"]
    request.filter = filter
    var bytes: [UInt8] = []
    #expect(try catalogue.snapshots.latest.appendPage(request, to: &bytes).totalSize > 0)
  }

  @Test("finds what changed since it was used last")
  func followsChanges() async throws {
    let workshop = try Workshop()
    let catalogue = try workshop.open(founding: Self.quotes)
    var request = ListQuotesRequest()
    var filter = QuoteFilter()
    filter.languages = ["en"]
    filter.tagsAny = ["t1", "t2", "new"]
    request.filter = filter
    request.pageSize = 1_000
    func found() throws -> [Quote] {
      var bytes: [UInt8] = []
      _ = try catalogue.snapshots.latest.appendPage(request, to: &bytes)
      return try decodedQuotes(bytes)
    }
    let before = try found()
    // One in each segment, and one behind all.
    let removed = [before[0], before[before.count / 2], before[before.count - 1]]
    _ = try await catalogue.deleteQuotes(ids: removed.map(\.id), by: .local)
    var added = Quote()
    (added.text, added.language, added.tags) = ("New.", "en-AU", ["new"])
    _ = try await catalogue.add([added])
    let expected = before.map(\.text).filter { text in !removed.contains { $0.text == text } }
    #expect(try found().map(\.text) == expected + ["New."])
  }

  @Test("is left to a task where it would be looked for among too many quotes for the first time")
  func firstTime() async throws {
    let workshop = try Workshop()
    let catalogue = try workshop.open(founding: Self.quotes)
    func isAtOnce(
      among most: Int = 2_000, _ change: (inout QuoteFilter) -> Void
    ) throws -> Bool {
      var filter = QuoteFilter()
      change(&filter)
      return catalogue.snapshots.latest.filtersAtOnce(filter, unlessMoreThan: most)
    }
    #expect(try !isAtOnce { $0.tagsAll = ["t1"] })
    #expect(try isAtOnce(among: 2_200) { $0.tagsAll = ["t1"] })
    // Nothing has to be looked for.
    #expect(try isAtOnce { _ in })
    #expect(try isAtOnce { $0.minLength = -1 })
    #expect(catalogue.snapshots.latest.filtersAtOnce(nil, unlessMoreThan: 0))
    var request = ListQuotesRequest()
    var filter = QuoteFilter()
    filter.tagsAll = ["t1"]
    request.filter = filter
    for _ in 0..<2 {
      var bytes: [UInt8] = []
      _ = try catalogue.snapshots.latest.appendPage(request, to: &bytes)
      #expect(try isAtOnce { $0.tagsAll = ["T1", "t1"] })
      #expect(try !isAtOnce { $0.tagsAll = ["t2"] })
      _ = try await catalogue.add([Workshop.quote(1)])
    }
    // What is too long to be kept is never known.
    filter.tagsAll = ["t1", String(repeating: "x", count: 4_100)]
    request.filter = filter
    var bytes: [UInt8] = []
    _ = try catalogue.snapshots.latest.appendPage(request, to: &bytes)
    #expect(!catalogue.snapshots.latest.filtersAtOnce(filter, unlessMoreThan: 2_000))
  }

  @Test("is refused with more names than a filter may have")
  func tooManyNames() {
    var request = ListQuotesRequest()
    var filter = QuoteFilter()
    filter.tagsAny = Array(repeating: "t1", count: 1_001)
    request.filter = filter
    var bytes: [UInt8] = []
    #expect(throws: ListProblem.tooManyNames(field: "tags_any", 1_001)) {
      try catalogue.snapshots.latest.appendPage(request, to: &bytes)
    }
  }

  @Test("is refused where no text could meet it")
  func impossible() {
    let cases: [(Int32, Int32, ListProblem)] = [
      (-1, 0, .negativeLength(field: "min_length", -1)),
      (0, -5, .negativeLength(field: "max_length", -5)),
      (9, 8, .crossedLengths(least: 9, most: 8)),
    ]
    for (least, most, problem) in cases {
      var request = ListQuotesRequest()
      var filter = QuoteFilter()
      (filter.minLength, filter.maxLength) = (least, most)
      request.filter = filter
      var bytes: [UInt8] = []
      #expect(throws: problem) { try catalogue.snapshots.latest.appendPage(request, to: &bytes) }
    }
  }
}
