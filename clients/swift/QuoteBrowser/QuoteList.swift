// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A list of quotes for a table: any row at any time, read page by page as it is needed.
///
/// ```swift
/// let list = QuoteList(source: source)
/// list.prefetch(0..<20)                    // Returns at once.
/// for await _ in list.changes() {          // A page came, or couldn't be had, or all is new.
///   table.rowCount = list.count ?? 0
///   table.show { list.loadedQuote(at: $0) }
/// }
/// ```
///
/// It may be used from any actor, the main one among them, and by several at the same time. A page
/// is asked for once, however many wait for it. All rows are of one revision of the catalogue: where
/// a page shows that the catalogue has changed, the pages before it are dropped and read anew as
/// they are needed, and `count` follows.
public final class QuoteList: Sendable {
  /// Which quotes it is of.
  public let selection: QuoteSelection
  private let reader: PageReader
  private let pageSize: Int
  private let state: Mutex<ListState>
  private let notices: ChangeNotices

  /// Creates a list; nothing is read yet.
  public convenience init(
    source: any QuoteSource, selection: QuoteSelection = .everything,
    limits: QuoteListLimits = QuoteListLimits()
  ) {
    self.init(source: source, selection: selection, limits: limits, notices: ChangeNotices())
  }

  /// Creates a list that tells its changes by someone else's notices.
  init(
    source: any QuoteSource, selection: QuoteSelection, limits: QuoteListLimits,
    notices: ChangeNotices
  ) {
    self.selection = selection
    self.notices = notices
    reader = PageReader(source: source, selection: selection)
    pageSize = limits.pageSize
    state = Mutex(ListState(limits: limits))
  }

  /// How many quotes there are; nil until the first page has come.
  public var count: Int? { state.withLock { $0.count } }

  /// The revision that the rows were read at; 0 until the first page has come.
  public var revision: UInt64 { state.withLock { $0.revision } }

  /// Why rows are missing that were asked for; nil where none are. `retry` asks for them again.
  public var failure: QuoteSourceError? {
    state.withLock { state in state.failures.min { $0.key < $1.key }?.value }
  }

  /// A notice at once and after each change; several changes may be one notice.
  public func changes() -> AsyncStream<Void> { notices.stream() }

  /// Gets the quote at an index, and waits for it where its page is not there yet.
  ///
  /// - Returns: Nil where the index is negative or behind the last quote.
  /// - Throws: What the source throws. The next caller asks the source again. `cancelled` where the
  ///   task is cancelled; the page is read all the same, for others.
  public func quote(at index: Int) async throws(QuoteSourceError) -> Quote? {
    while true {
      switch state.withLock({ $0.look(at: index) }) {
      case .quote(let quote): return quote
      case .outOfRange: return nil
      case .missing(let page):
        // The page itself is told: it may be dropped again before this caller has its turn.
        guard let page = try await load(page) else { continue }
        let offset = index % pageSize
        return page.quotes.indices.contains(offset) ? page.quotes[offset] : nil
      }
    }
  }

  /// Gets the quote at an index where it is there already; it asks for nothing and never waits.
  public func loadedQuote(at index: Int) -> Quote? {
    if case .quote(let quote) = state.withLock({ $0.look(at: index) }) { quote } else { nil }
  }

  /// Gets the number of quotes, and waits for it where it is not known yet.
  public func loadCount() async throws(QuoteSourceError) -> Int {
    while true {
      if let count { return count }
      if let page = try await load(0) { return page.totalCount }
    }
  }

  /// Begins to read the rows of a range that are not there yet, and returns at once.
  ///
  /// Only so many pages are read at the same time: ask again after a change, as a table does when it
  /// shows its rows anew. Rows that failed are left to `retry`. Before the number of quotes is known
  /// it reads the first page, whatever the range.
  public func prefetch(_ range: Range<Int>) {
    for load in state.withLock({ $0.prefetch(range) }) { begin(load) }
  }

  /// Lets rows be asked for again that could not be had.
  public func retry() {
    state.withLock { $0.forgetFailures() }
    notices.post()
  }

  /// Drops all rows, so that they are read anew.
  ///
  /// Who waits for a row goes on waiting, for a page that is asked for from now on.
  public func refresh() {
    reader.forget()
    let waiting = state.withLock { $0.reset() }
    for waiter in waiting { waiter.resume(returning: nil) }
    notices.post()
  }
}

extension QuoteList {
  /// Waits for a page; nil = look again.
  private func load(_ page: Int) async throws(QuoteSourceError) -> QuotePage? {
    let ticket = state.withLock { $0.ticket() }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let load = state.withLock { $0.wait(for: page, ticket: ticket, waiter) }
        if let load { begin(load) }
        // Where it was cancelled before it waited, nobody has told it.
        if Task.isCancelled { leave(page, ticket) }
      }
    } onCancel: {
      leave(page, ticket)
    }
    return try outcome?.get()
  }

  private func leave(_ page: Int, _ ticket: Int) {
    let waiter = state.withLock { $0.leave(page, ticket: ticket) }
    waiter?.resume(returning: .failure(.cancelled))
  }

  private func begin(_ load: ListState.Load) {
    Task { await run(load) }
  }

  private func run(_ load: ListState.Load) async {
    let outcome: ListState.Outcome
    do throws(QuoteSourceError) {
      outcome = .success(
        try await reader.page(from: load.page * pageSize, count: pageSize, since: load.revision))
    } catch {
      outcome = .failure(error)
    }
    let (waiters, told) = state.withLock { $0.finish(load, outcome) }
    for waiter in waiters { waiter.resume(returning: told) }
    notices.post()
  }
}
