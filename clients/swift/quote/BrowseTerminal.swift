// SPDX-License-Identifier: Apache-2.0

internal import QuoteBrowser
internal import QuoteClient
internal import QuoteOutput
internal import QuoteSystem
internal import QuoteTerminal
internal import Synchronization

/// Shows a browser on the terminal, on a thread of its own: it waits for keys, which would hold up
/// the threads that calls need.
actor BrowseTerminal {
  private let browser: QuoteBrowserModel
  private let thread: WorkerThread
  private let inbox = BrowseInbox()

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.executor }

  init(_ browser: QuoteBrowserModel, on thread: WorkerThread) {
    self.browser = browser
    self.thread = thread
  }

  /// Shows it until a person has enough; returns what is to be printed then.
  func run(face: QuoteFace?) throws(TerminalError) -> String? {
    let terminal = try TerminalScreen()
    inbox.bell.withLock { $0 = terminal.bell }
    browser.delegate = inbox
    let changes = Task { [browser, inbox] in
      for await _ in browser.changes() { inbox.ring() }
    }
    defer { changes.cancel() }
    // A display is told its columns and rows, which are not this terminal's.
    let channels = ComposeCommand.channels.filter { $0.value != .display }
    var screen = BrowseScreen(
      columns: terminal.columns, rows: terminal.rows, channels: channels.map(\.key))
    if let face { screen.choose(face) }
    browser.show(screen.face)
    while true {
      screen.follow(browser)
      if screen.face == .expanded { browser.list.prefetch(screen.wantedRows) }
      let (lines, cursor) = screen.page(browser)
      terminal.draw(lines, cursor: cursor)
      var effects: [BrowseScreen.Effect] = []
      switch terminal.nextEvent() {
      case .key(let key): effects = screen.press(key, browser)
      case .resized: effects = screen.resize(columns: terminal.columns, rows: terminal.rows)
      case .woken: break
      case .ended(let signal): terminal.end(by: signal)
      }
      for news in inbox.take() {
        switch news {
        case .picked(let quote): effects += screen.picked(quote)
        case .composed(let number, let answer): screen.composed(number, answer)
        }
      }
      for effect in effects {
        if case .leave(let printed) = effect {
          terminal.close()
          return printed
        }
        perform(effect, on: terminal)
      }
    }
  }

  private func perform(_ effect: BrowseScreen.Effect, on terminal: TerminalScreen) {
    let (browser, inbox) = (browser, inbox)
    switch effect {
    case .show(let face): browser.show(face)
    case .search(let words): browser.search(words)
    case .refresh:
      browser.list.refresh()
      Task { _ = try? await browser.loadDaily() }
    // What goes wrong is shown in place of the row.
    case .pickRow(let index): Task { _ = try? await browser.pick(at: index) }
    case .pick(let quote): Task { await browser.pick(quote) }
    case .copy(let text): terminal.copy(base64: QuoteOutput.base64(Array(text.utf8)))
    case .compose(let quote, let name, let number):
      let channel = ComposeCommand.channels.first { $0.key == name }?.value ?? .plainText
      Task {
        let answer: Result<Message, QuoteSourceError>
        do throws(QuoteSourceError) {
          answer = .success(try await browser.compose(quote, for: channel))
        } catch {
          answer = .failure(error)
        }
        inbox.put(.composed(number, answer))
      }
    case .leave: break
    }
  }
}

/// What other tasks have for the terminal's thread.
private final class BrowseInbox: QuoteBrowserDelegate {
  enum News: Sendable {
    case picked(Quote)
    case composed(Int, Result<Message, QuoteSourceError>)
  }

  let bell = Mutex<TerminalBell?>(nil)
  private let news = Mutex<[News]>([])

  func put(_ one: News) {
    news.withLock { $0.append(one) }
    ring()
  }

  func ring() { bell.withLock { $0 }?.ring() }

  func take() -> [News] {
    news.withLock { news in
      defer { news = [] }
      return news
    }
  }

  func browser(_ browser: QuoteBrowserModel, didPick quote: Quote) async { put(.picked(quote)) }
}
