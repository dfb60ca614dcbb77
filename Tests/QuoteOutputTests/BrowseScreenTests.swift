// SPDX-License-Identifier: Apache-2.0

internal import QuoteBrowser
internal import QuoteOutput
internal import QuoteTerminal
internal import Testing

@Suite("The screen of quote browse", .timeLimit(.minutes(1)))
struct BrowseScreenTests {
  private static let texts = (0..<40).map { "Quote number \($0)." }

  /// A browser whose first page and day have come.
  private func browser(
    _ texts: [String] = texts, creator: String = "Someone"
  ) async throws -> QuoteBrowserModel {
    let browser = QuoteBrowserModel(source: SmallSource(texts: texts, creator: creator))
    try await browser.loadDaily()
    _ = try await browser.list.loadCount()
    return browser
  }

  private func lines(_ screen: BrowseScreen, _ browser: QuoteBrowserModel) -> [String] {
    screen.page(browser).lines.map(\.text)
  }

  @Test(
    "is compact where the terminal is small, and expanded where there is room for a table",
    arguments: [
      (80, 24, QuoteFace.expanded), (50, 16, .expanded), (49, 24, .compact), (80, 15, .compact),
    ])
  func faces(columns: Int, rows: Int, face: QuoteFace) async throws {
    var screen = BrowseScreen(columns: columns, rows: rows, channels: ["plain"])
    #expect(screen.face == face)
    let browser = try await browser()
    let other: QuoteFace = face == .compact ? .expanded : .compact
    #expect(screen.press(.tab, browser) == [.show(other)])
    #expect(screen.face == other)
  }

  @Test("turns to the face that suits a new size, and keeps a chosen one while none does")
  func resizing() async throws {
    let browser = try await browser()
    var screen = BrowseScreen(columns: 80, rows: 24, channels: [])
    _ = screen.press(.tab, browser)
    #expect(screen.resize(columns: 90, rows: 30).isEmpty)
    #expect(screen.face == .compact)
    #expect(screen.resize(columns: 30, rows: 10) == [.show(.compact)])
    #expect(screen.resize(columns: 80, rows: 24) == [.show(.expanded)])
  }

  @Test("has as many rows as the terminal, each as wide at most", arguments: 1...30)
  func fits(rows: Int) async throws {
    let hostile = ["", "👨‍👩‍👧‍👦 אבג 孔子 " + String(repeating: "n\u{301}", count: 300), "a\nb"]
    let browser = try await browser(hostile, creator: "孔子")
    for columns in [1, 2, 5, 20, 49, 80] {
      for face in QuoteFace.allCases {
        var screen = BrowseScreen(columns: columns, rows: rows, channels: ["plain"])
        screen.choose(face)
        screen.follow(browser)
        let page = screen.page(browser)
        #expect(page.lines.count == rows)
        for line in page.lines { #expect(line.text.allSatisfy { !$0.isNewline }) }
      }
    }
  }

  @Test("shows the day's quote, whose it is and which day, on the compact face")
  func compact() async throws {
    let browser = try await browser()
    let screen = BrowseScreen(columns: 40, rows: 8, channels: [])
    #expect(
      lines(screen, browser) == [
        "Quote of the day              2026-11-30", "",
        "Quote number 0.                         ", "— Someone                               ",
        "", "", "", "Enter compose · Tab all quotes · / sear…",
      ])
  }

  @Test("shows a table of texts with the creator beneath, and marks one")
  func expanded() async throws {
    let browser = try await browser()
    var screen = BrowseScreen(columns: 50, rows: 16, channels: [])
    #expect(screen.press(.down, browser).isEmpty)
    let page = lines(screen, browser)
    #expect(page[0] == "All quotes                                 2 of 40")
    #expect(page[2].hasPrefix(" Quote number 0. "))
    #expect(page[3].hasPrefix("   — Someone"))
    #expect(page[4] == " ")
    #expect(page[5].hasPrefix("▌Quote number 1. "))
    #expect(page[6].hasPrefix("▌  — Someone"))
  }

  @Test("goes through the list by keys, and never out of it")
  func moving() async throws {
    let browser = try await browser()
    var screen = BrowseScreen(columns: 80, rows: 24, channels: [])
    for (key, place) in [
      (TerminalKey.up, "1"), (.pageDown, "8"), (.end, "40"), (.down, "40"), (.pageDown, "40"),
      (.pageUp, "33"), (.character("k"), "32"), (.home, "1"), (.character("j"), "2"),
      (.character("G"), "40"), (.character("g"), "1"),
    ] {
      _ = screen.press(key, browser)
      #expect(lines(screen, browser)[0].hasSuffix("\(place) of 40"), "\(key)")
    }
  }

  @Test("stays within a list that shrinks, and shows an empty one in words")
  func shrinking() async throws {
    let source = SmallSource(texts: Self.texts, creator: "")
    let browser = QuoteBrowserModel(source: source, face: .expanded)
    _ = try await browser.list.loadCount()
    var screen = BrowseScreen(columns: 80, rows: 24, channels: [])
    _ = screen.press(.end, browser)
    browser.search("number 7.")
    _ = try await browser.list.loadCount()
    screen.follow(browser)
    #expect(lines(screen, browser)[0].hasSuffix("1 of 1"))
    #expect(lines(screen, browser)[3].contains("— Unknown"))
    browser.search("nothing")
    _ = try await browser.list.loadCount()
    screen.follow(browser)
    #expect(lines(screen, browser)[2].hasPrefix("Nothing has all these words."))
    #expect(screen.press(.enter, browser).isEmpty)
  }

  @Test("reads words to search by as they are typed, and shows all again after Esc")
  func searching() async throws {
    let browser = try await browser()
    var screen = BrowseScreen(columns: 80, rows: 24, channels: [])
    for key in [TerminalKey.character("/"), .character("q"), .character("é"), .backspace] {
      #expect(screen.press(key, browser).isEmpty)
    }
    let page = screen.page(browser)
    #expect(page.lines.last?.text == "/q")
    #expect(page.cursor?.row == 23)
    #expect(page.cursor?.column == 2)
    #expect(screen.press(.enter, browser) == [.search("q"), .show(.expanded)])
    browser.search("q")
    #expect(screen.press(.escape, browser) == [.search("")])
  }

  @Test("picks the marked row, or the day's quote")
  func picking() async throws {
    let browser = try await browser()
    var screen = BrowseScreen(columns: 80, rows: 24, channels: ["plain", "slack"])
    _ = screen.press(.down, browser)
    #expect(screen.press(.enter, browser) == [.pickRow(1)])
    _ = screen.press(.tab, browser)
    let daily = try #require(browser.daily?.quote)
    #expect(screen.press(.enter, browser) == [.pick(daily)])
  }

  @Test("shows a picked quote's message, channel by channel, and copies or prints it")
  func composing() async throws {
    let browser = try await browser()
    let quote = try #require(browser.daily?.quote)
    var screen = BrowseScreen(columns: 80, rows: 24, channels: ["plain", "slack"])
    #expect(screen.picked(quote) == [.compose(quote, channel: "plain", number: 1)])
    #expect(screen.press(.enter, browser).isEmpty)
    #expect(screen.press(.right, browser) == [.compose(quote, channel: "slack", number: 2)])
    var late = Message()
    late.text = "late"
    screen.composed(1, .success(late))
    #expect(screen.press(.character("c"), browser).isEmpty)
    var message = Message()
    message.text = "Quote\u{1B}]52;"
    message.payloadJSON = "{}"
    screen.composed(2, .success(message))
    #expect(lines(screen, browser)[0].hasPrefix("Message for ‹ slack ›"))
    #expect(screen.press(.character("c"), browser) == [.copy("Quote␛]52;")])
    #expect(lines(screen, browser).last?.hasPrefix("sent to the clipboard") == true)
    _ = screen.press(.character("p"), browser)
    #expect(screen.press(.enter, browser) == [.leave(printing: "{}")])
    _ = screen.press(.escape, browser)
    #expect(screen.press(.character("q"), browser) == [.leave(printing: nil)])
  }

  @Test("says why a message can't be had")
  func refusedMessage() async throws {
    let browser = try await browser()
    var screen = BrowseScreen(columns: 80, rows: 24, channels: ["plain"])
    _ = screen.picked(Quote())
    screen.composed(1, .failure(QuoteSourceError(.refused, "There is no such channel yet.")))
    #expect(lines(screen, browser)[2].hasPrefix("There is no such channel yet."))
  }

  @Test("lets right-to-left text stand at the right, with its creator")
  func rightToLeft() async throws {
    let browser = try await browser(["שלום"], creator: "הלל")
    let screen = BrowseScreen(columns: 50, rows: 16, channels: [])
    let page = lines(screen, browser)
    #expect(page[2].hasSuffix("  שלום"))
    #expect(page[3].hasSuffix("— הלל"))
  }

  @Test("shows control characters of a server instead of obeying them")
  func hostile() async throws {
    let browser = try await browser(["a\u{1B}[2Jb\u{202E}"], creator: "c\u{7}")
    for face in QuoteFace.allCases {
      var screen = BrowseScreen(columns: 80, rows: 24, channels: [])
      screen.choose(face)
      let text = lines(screen, browser).joined()
      #expect(text.contains("␛[2J"))
      #expect(!text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
    }
  }

  @Test("says what is wrong where there is no answer, and how to try again")
  func outage() async throws {
    let source = SmallSource(texts: [], creator: "", failure: "No server is there.")
    let browser = QuoteBrowserModel(source: source)
    _ = try? await browser.loadDaily()
    _ = try? await browser.list.loadCount()
    var screen = BrowseScreen(columns: 80, rows: 24, channels: [])
    for face in QuoteFace.allCases {
      screen.choose(face)
      let page = lines(screen, browser)
      #expect(page[2].hasPrefix("No server is there."))
      #expect(page[3].hasPrefix("r tries again"))
    }
    #expect(screen.press(.character("r"), browser) == [.refresh])
  }
}

/// Quotes of these texts.
private struct SmallSource: QuoteSource {
  let texts: [String]
  let creator: String
  var failure: String?

  private func quotes(_ texts: some Sequence<String>) throws(QuoteSourceError) -> [Quote] {
    if let failure { throw QuoteSourceError(.unreachable, failure) }
    return texts.map { text in
      var quote = Quote()
      quote.id = text
      quote.text = text
      quote.creator = creator
      return quote
    }
  }

  func dailyQuote(
    _ request: DailyQuoteRequest
  ) async throws(QuoteSourceError) -> DailyQuoteResponse {
    var response = DailyQuoteResponse()
    response.quote = try quotes(texts.prefix(1)).first
    response.date = "2026-11-30"
    return response
  }

  func listQuotes(
    _ request: ListQuotesRequest
  ) async throws(QuoteSourceError) -> ListQuotesResponse {
    var response = ListQuotesResponse()
    response.quotes = try quotes(texts.dropFirst(Int(request.skip)).prefix(Int(request.pageSize)))
    response.totalSize = Int32(texts.count)
    return response
  }

  func searchQuotes(
    _ request: SearchQuotesRequest
  ) async throws(QuoteSourceError) -> SearchQuotesResponse {
    var response = SearchQuotesResponse()
    response.quotes = try quotes(texts.filter { $0.contains(request.query) })
    return response
  }

  func composeMessage(
    _ request: ComposeMessageRequest
  ) async throws(QuoteSourceError) -> ComposeMessageResponse { ComposeMessageResponse() }
}
