// SPDX-License-Identifier: Apache-2.0

internal import QuoteBrowser
internal import Testing

@Suite("A list of quotes", .timeLimit(.minutes(1)))
struct QuoteListTests {
  private let small = QuoteListLimits(pageSize: 10, keptPages: 2, prefetchedPages: 2)

  @Test("knows nothing and asks for nothing until it is asked")
  func untouched() {
    let source = StagedSource(count: 25)
    let list = QuoteList(source: source)
    #expect(list.count == nil)
    #expect(list.revision == 0)
    #expect(list.loadedQuote(at: 0) == nil)
    #expect(list.failure == nil)
    #expect(source.asked.isEmpty)
  }

  @Test("has each quote at its index, and nil out of range", arguments: [0, 1, 9, 10, 24])
  func anyIndex(index: Int) async throws {
    let list = QuoteList(source: StagedSource(count: 25), limits: small)
    #expect(try await list.quote(at: index)?.text == "\(index)")
    #expect(list.loadedQuote(at: index)?.text == "\(index)")
    #expect(list.count == 25)
  }

  @Test(
    "has nil out of range, whether it knows its end or not",
    arguments: [-1, Int.min, 25, 29, 30, Int(Int32.max), Int.max])
  func outOfRange(index: Int) async throws {
    let list = QuoteList(source: StagedSource(count: 25), limits: small)
    #expect(try await list.quote(at: index) == nil)
    #expect(try await list.loadCount() == 25)
    #expect(try await list.quote(at: index) == nil)
    #expect(list.loadedQuote(at: index) == nil)
  }

  @Test("may be empty")
  func empty() async throws {
    let source = StagedSource(count: 0)
    let list = QuoteList(source: source, limits: small)
    #expect(try await list.quote(at: 0) == nil)
    #expect(try await list.loadCount() == 0)
    list.prefetch(0..<100)
    #expect(source.asked.count == 1)
  }

  @Test("fills a page from answers that are shorter than asked for", arguments: 1...11)
  func shortAnswers(most: Int) async throws {
    let source = StagedSource(count: 25)
    source.give(atMost: most)
    let list = QuoteList(source: source, limits: small)
    for index in 0..<25 { #expect(try await list.quote(at: index)?.text == "\(index)") }
    #expect(try await list.quote(at: 25) == nil)
  }

  @Test("asks for a page once, however many wait for it")
  func joined() async throws {
    let source = StagedSource(count: 25)
    source.hold()
    let list = QuoteList(source: source, limits: small)
    list.prefetch(0..<10)
    async let first = list.quote(at: 3)
    async let second = list.quote(at: 4)
    for call in await source.held(1) { call.answerNow() }
    #expect(try await first?.text == "3")
    #expect(try await second?.text == "4")
    #expect(source.asked.count == 1)
  }

  @Test("keeps so many pages, those that were looked at last")
  func bounded() async throws {
    let source = StagedSource(count: 50)
    let list = QuoteList(source: source, limits: small)
    _ = try await list.quote(at: 0)
    _ = try await list.quote(at: 10)
    #expect(list.loadedQuote(at: 0) != nil)
    _ = try await list.quote(at: 20)
    #expect(list.loadedQuote(at: 0) != nil)
    #expect(list.loadedQuote(at: 10) == nil)
    #expect(list.loadedQuote(at: 20) != nil)
    #expect(try await list.quote(at: 10)?.text == "10")
    #expect(source.asked.count == 4)
  }

  @Test("serves two readers whose pages drive each other out")
  func thrashing() async throws {
    let list = QuoteList(
      source: StagedSource(count: 40), limits: QuoteListLimits(pageSize: 10, keptPages: 1))
    try await withThrowingTaskGroup { group in
      for index in 0..<40 {
        group.addTask { (index, try await list.quote(at: index)?.text) }
      }
      for try await (index, text) in group { #expect(text == "\(index)") }
    }
  }

  @Test("prefetches the first page first, then no more at once than it may, nor what is there")
  func prefetching() async throws {
    let source = StagedSource(count: 100)
    source.hold()
    let list = QuoteList(source: source, limits: small)
    list.prefetch(35..<75)
    list.prefetch(35..<75)
    for call in await source.held(1) { call.answerNow() }
    #expect(try await list.loadCount() == 100)
    list.prefetch(35..<75)
    list.prefetch(35..<75)
    let calls = await source.held(2)
    #expect(calls.map(\.request.skip).sorted() == [30, 40])
    for call in calls { call.answerNow() }
    #expect(try await list.quote(at: 35)?.text == "35")
    #expect(try await list.quote(at: 45)?.text == "45")
    list.prefetch(35..<50)
    #expect(source.asked.count == 3)
  }

  @Test(
    "prefetches nothing out of range",
    arguments: [100..<200, -50..<0, 5..<5, Int.max - 1..<Int.max, Int.min..<Int.min + 1])
  func prefetchingNothing(range: Range<Int>) async throws {
    let source = StagedSource(count: 20)
    let list = QuoteList(source: source, limits: small)
    _ = try await list.loadCount()
    list.prefetch(range)
    #expect(source.asked.count == 1)
  }

  @Test("says at once and after each change that it is to be looked at")
  func changes() async throws {
    let list = QuoteList(source: StagedSource(count: 25), limits: small)
    var notices = list.changes().makeAsyncIterator()
    #expect(await notices.next() != nil)
    list.prefetch(0..<10)
    #expect(await notices.next() != nil)
    #expect(list.loadedQuote(at: 9)?.text == "9")
  }

  @Test("finds by words, all matches as one list, however they come", arguments: [1, 3, 1_000])
  func matches(most: Int) async throws {
    let source = StagedSource(count: 100)
    source.give(atMost: most)
    let list = QuoteList(
      source: source, selection: .matches(words: "7", filter: nil), limits: small)
    let expected = (0..<100).map(String.init).filter { $0.contains("7") }
    for (index, text) in expected.enumerated() {
      #expect(try await list.quote(at: index)?.text == text)
    }
    #expect(list.count == expected.count)
    #expect(try await list.quote(at: expected.count) == nil)
    source.change { $0 = ["7", "8"] }
    list.refresh()
    #expect(try await list.loadCount() == 1)
  }

  @Test("counts a source's quotes")
  func counting() async throws {
    #expect(try await StagedSource(count: 25).quoteCount() == 25)
  }
}
