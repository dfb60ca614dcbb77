// SPDX-License-Identifier: Apache-2.0

internal import QuoteBrowser
internal import Synchronization
internal import Testing

@Suite("A quote browser", .timeLimit(.minutes(1)))
struct QuoteBrowserModelTests {
  @Test("shows the quote of the day first, and the table of all when it is turned to it")
  func faces() async throws {
    let source = StagedSource(count: 25)
    var options = QuoteBrowserModel.Options()
    options.daily.calendar = "fr"
    let browser = QuoteBrowserModel(source: source, options: options)
    #expect(browser.face == .compact)
    #expect(source.asked.isEmpty)
    browser.show(.compact)
    await changed(browser) { $0.daily?.calendar == "fr" }
    #expect(browser.daily?.quote?.text == "day 1")
    browser.show(.expanded)
    #expect(browser.face == .expanded)
    await changed(browser) { $0.list.loadedQuote(at: 24)?.text == "24" }
  }

  @Test("gets the day's quote again where it failed, and keeps the old one meanwhile")
  func dailyFailure() async throws {
    let source = StagedSource(count: 25)
    let browser = QuoteBrowserModel(source: source)
    try await browser.loadDaily()
    let outage = QuoteSourceError(.unreachable, "No server is there.")
    source.fail(outage)
    await #expect(throws: outage) { try await browser.loadDaily() }
    #expect(browser.daily?.quote?.text == "day 1")
    #expect(browser.dailyFailure == outage)
    #expect(!browser.isLoadingDaily)
    source.fail(nil)
    source.change { _ in }
    try await browser.loadDaily()
    #expect(browser.daily?.quote?.text == "day 2")
    #expect(browser.dailyFailure == nil)
  }

  @Test("turns its list to what words find, and back")
  func searching() async throws {
    let browser = QuoteBrowserModel(source: StagedSource(count: 25), face: .expanded)
    browser.search("  7")
    #expect(browser.words == "7")
    #expect(try await browser.list.loadCount() == 2)
    let list = browser.list
    browser.search("7")
    #expect(browser.list === list)
    browser.search(" ")
    #expect(browser.words.isEmpty)
    #expect(try await browser.list.loadCount() == 25)
  }

  @Test("hands a picked quote to its delegate, which composes")
  func picking() async throws {
    let browser = QuoteBrowserModel(source: StagedSource(count: 25))
    let controller = PickController()
    browser.delegate = controller
    #expect(try await browser.pick(at: 7))
    let message = try #require(await controller.messages.first)
    #expect(message.text == "A note: quoteID(\"7\")")
    #expect(message.sessionID == "bubble")
    #expect(browser.face == .compact)
    #expect(try await !browser.pick(at: 25))
    #expect(try await !browser.pick(at: -1))
    #expect(await controller.messages.count == 1)
  }

  @Test("composes once where a row is tapped twice")
  func tappedTwice() async throws {
    let browser = QuoteBrowserModel(source: StagedSource(count: 25))
    let delegate = Tapper()
    browser.delegate = delegate
    #expect(await browser.pick(Quote(saying: "once")))
    #expect(delegate.picked.withLock { $0 } == ["once"])
    #expect(delegate.wasRefused.withLock { $0 })
    #expect(await browser.pick(Quote(saying: "then")))
  }

  @Test("picks nothing without a delegate, and keeps none alive")
  func withoutDelegate() async throws {
    let browser = QuoteBrowserModel(source: StagedSource(count: 25))
    #expect(try await !browser.pick(at: 0))
    do {
      let delegate = Tapper()
      browser.delegate = delegate
    }
    #expect(browser.delegate == nil)
    #expect(try await !browser.pick(at: 0))
  }

  @Test("composes a quote that is not in the catalogue by its text, and misses a missing message")
  func composing() async throws {
    let browser = QuoteBrowserModel(source: StagedSource(count: 0))
    var own = Quote()
    own.text = "My own."
    let message = try await browser.compose(own, for: .plainText)
    #expect(message.text.contains("My own."))
    await #expect(throws: QuoteSourceError.self) { try await browser.compose(own, for: .sms) }
  }

  @Test("has a row of the text, and the creator beneath where one is known")
  func rows() {
    var quote = Quote(saying: "Know thyself.")
    #expect(QuoteRow(quote).creator == nil)
    quote.creator = "Thales"
    #expect(QuoteRow(quote).text == "Know thyself.")
    #expect(QuoteRow(quote).creator == "Thales")
  }

  @Test("ends its notices when it goes")
  func end() async {
    var browser: QuoteBrowserModel? = QuoteBrowserModel(source: StagedSource(count: 1))
    guard var notices = browser?.changes().makeAsyncIterator() else { return }
    #expect(await notices.next() != nil)
    browser = nil
    #expect(await notices.next() == nil)
  }

  /// Waits until a browser is as it should be.
  private func changed(
    _ browser: QuoteBrowserModel, until isSo: (QuoteBrowserModel) -> Bool
  ) async {
    for await _ in browser.changes() where isSo(browser) { return }
  }
}

/// What an app's view controller is: bound to the main actor.
@MainActor
private final class PickController: QuoteBrowserDelegate {
  private(set) var messages: [Message] = []

  @MainActor
  func browser(_ browser: QuoteBrowserModel, didPick quote: Quote) async {
    do throws(QuoteSourceError) {
      let message = try await browser.compose(
        quote, for: .iMessage, note: "A note: ", sessionID: "bubble")
      messages.append(message)
      browser.show(.compact)
    } catch {
      Issue.record(error)
    }
  }
}

/// Picks again while it is told of a pick.
private final class Tapper: QuoteBrowserDelegate {
  let picked = Mutex<[String]>([])
  let wasRefused = Mutex(false)

  func browser(_ browser: QuoteBrowserModel, didPick quote: Quote) async {
    picked.withLock { $0.append(quote.text) }
    let isPicked = await browser.pick(Quote(saying: "twice"))
    wasRefused.withLock { $0 = !isPicked }
  }
}
