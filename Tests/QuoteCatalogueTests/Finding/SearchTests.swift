// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import Testing

@Suite("A search", .timeLimit(.minutes(2)))
struct SearchTests {
  /// One catalogue with a bit of everything, for all cases: nothing here changes it.
  private static let shared = Result { try SearchShop(quotes) }
  private let shop: SearchShop

  init() throws { shop = try Self.shared.get() }

  private static let quotes: [Quote] = [
    quote("It was a bright cold day in April.", "George Orwell", "1984", ["novel"]),
    quote("The café is where I write.", "Zoë", "", ["coffee"]),
    quote("孔子登東山而小魯", "孟子", "孟子", ["zh"]),
    quote("有朋自遠方來，不亦樂乎", "孔子", "論語", ["zh"]),
    quote("To be, or not to be, that is the question.", "William Shakespeare", "Hamlet", []),
    quote("The question is not to be answered, and I don\u{2019}t try.", "Nobody", "", []),
    quote("Well-being is 100% luck.", "O'Brien", "", ["well being"]),
    quote("사랑은 모든 것을 이긴다", "", "", []),
    quote("ความรักชนะทุกสิ่ง", "", "", []),
    quote("ラーメンを食べる", "", "", []),
    quote("I love Hamlet.", "A critic", "", []),
    quote("I \u{2764}\u{FE0F} it.", "", "", []),
    quote("Text that OR that, NEAR nothing.", "", "", []),
  ]

  private static func quote(
    _ text: String, _ creator: String, _ source: String, _ tags: [String]
  ) -> Quote {
    var quote = Quote()
    (quote.text, quote.creator, quote.source, quote.tags) = (text, creator, source, tags)
    return quote
  }

  private func found(_ query: String) async throws -> Set<Int> {
    let texts = try await shop.texts(query)
    return Set(Self.quotes.indices.filter { texts.contains(Self.quotes[$0].text) })
  }

  @Test(
    "finds what people look for, however they write it",
    arguments: [
      ("1984", [0]), ("CAFÉ", [1]), ("cafe", [1]), ("ＣＡＦＥ", [1]), ("cafe\u{301}", [1]),
      ("孔子", [2, 3]), ("孔", [2, 3]), ("子", [2, 3]), ("東山", [2]), ("登東山而小", [2]),
      ("小魯", [2]), ("魯", [2]), ("不亦 遠方", [3]), ("山東", []), ("100%", [6]), ("100", [6]),
      ("orwell april", [0]), ("April, Orwell!", [0]), ("shakespeare", [4]), ("hamlet", [4, 10]),
      ("사랑", [7]), ("모든", [7]), ("รัก", [8]), ("ชนะ", [8]), ("ﾗｰﾒﾝ", [9]), ("食べる", [9]),
      ("\u{2764}", [11]), ("zoe", [1]), ("coffee", [1]), ("nothing at all", []),
      ("question  QUESTION", [4, 5]),
    ] as [(String, Set<Int>)])
  func finds(query: String, expected: Set<Int>) async throws {
    #expect(try await found(query) == expected)
  }

  @Test(
    "finds words in quotation marks only where they follow each other",
    arguments: [
      ("\"to be or not\"", [4]), ("\u{201C}not to be\u{201D}", [4, 5]), ("not be to", [4, 5]),
      ("\u{AB}question is\u{BB} try", [5]), ("「孔子登」", [2]), ("\"is the question\" hamlet", [4]),
      ("\"the question is\"", [5]), ("\"question the\"", []), ("\"\" to be", [4, 5]),
      ("\"not to be ans", [5]), ("\"not to be ans\"", []),
    ] as [(String, Set<Int>)])
  func phrases(query: String, expected: Set<Int>) async throws {
    #expect(try await found(query) == expected)
  }

  @Test(
    "finds the last word as the beginning of a longer one too, from three characters on",
    arguments: [
      ("quest", [4, 5]), ("que", [4, 5]), ("qu", []), ("quest hamlet", []), ("hamlet quest", [4]),
      ("\"quest\"", []), ("shakes", [4]), ("198", [0]),
    ] as [(String, Set<Int>)])
  func beginnings(query: String, expected: Set<Int>) async throws {
    #expect(try await found(query) == expected)
  }

  @Test(
    "takes words joined by hyphens or apostrophes for one, and for several",
    arguments: [
      ("don't", [5]), ("dont", [5]), ("don\u{2019}t", [5]), ("wellbeing", [6]), ("well-being", [6]),
      ("well being", [6]), ("o'brien", [6]), ("obrien", [6]), ("brien", [6]),
    ] as [(String, Set<Int>)])
  func compounds(query: String, expected: Set<Int>) async throws {
    #expect(try await found(query) == expected)
  }

  @Test(
    "takes nothing that a person writes for syntax",
    arguments: [
      "text:orwell", "orwell OR hamlet", "NEAR(orwell hamlet)", "orwell NOT hamlet", "-orwell",
      "^orwell", "{text creator}:orwell", "or*well", "orwell*", "(orwell", "orwell)", "'orwell",
      "orwell; DROP TABLE words", "orwell\u{0}hamlet", "\"orwell", "orwell\"", "orwell \"\"\"",
      "AND orwell", "+orwell+", "\\orwell", "orwell ?1 :a @b $c",
    ])
  func noSyntax(query: String) async throws {
    let allowed: Set<Set<Int>> = [[], [0]]
    #expect(allowed.contains(try await found(query)))
  }

  @Test("finds operators as the words that they are")
  func operatorsAreWords() async throws {
    #expect(try await found("OR") == [4, 12])
    #expect(try await found("NEAR NOTHING") == [12])
  }

  @Test("puts the whole word before what only begins so, and the text before the creator")
  func ranking() async throws {
    let hamlet = try await shop.texts("hamlet")
    #expect(hamlet.first == "I love Hamlet.")
    let confucius = try await shop.texts("孔子")
    #expect(confucius.first == Self.quotes[2].text)
  }

  @Test(
    "is refused without a word to look for",
    arguments: ["", "%", " \n", "\"\"", "?!…", "*", "\u{202E}\u{200B}", "-", "'"])
  func nothing(query: String) async {
    await #expect(throws: SearchProblem.request(.queryWithoutWord(query))) {
      try await shop.texts(query)
    }
  }

  @Test("is refused where it is longer than anyone's question")
  func limits() async {
    let long = String(repeating: "word ", count: 800_000)
    await #expect(throws: SearchProblem.request(.longQuery(bytes: 4_000_000))) {
      try await shop.texts(long)
    }
    let words = (0..<65).map { "w\($0)" }.joined(separator: " ")
    await #expect(throws: SearchProblem.request(.manyWords(65))) { try await shop.texts(words) }
    let most = (0..<64).map { "w\($0)" }.joined(separator: " ")
    await #expect(throws: Never.self) { try await shop.texts(most) }
  }

  @Test("is refused with a page or a filter that can't be")
  func badPages() async {
    await #expect(throws: SearchProblem.request(.negativePageSize(-1))) {
      try await shop.page("a") { $0.pageSize = -1 }
    }
    await #expect(throws: SearchProblem.request(.invalidToken)) {
      try await shop.page("a") { $0.pageToken = "AAAA" }
    }
    await #expect(throws: SearchProblem.request(.crossedLengths(least: 2, most: 1))) {
      try await shop.page("a") {
        var filter = QuoteFilter()
        (filter.minLength, filter.maxLength) = (2, 1)
        $0.filter = filter
      }
    }
    await #expect(throws: Never.self) { try await shop.page("a") { $0.pageSize = .max } }
  }

  @Test("waits for a revision that does not come no longer than it may, and says how far it is")
  func behind() async throws {
    let shown = shop.catalogue.snapshots.latest.revision
    // Once the index shows what there is.
    _ = try await shop.page("a")
    var request = SearchShop.request("a")
    request.minRevision = shown + 1
    await #expect(throws: SearchProblem.delayed(.behind(shown: shown, wanted: shown + 1))) {
      try await shop.search.page(request)
    }
  }
}
