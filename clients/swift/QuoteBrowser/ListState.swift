// SPDX-License-Identifier: Apache-2.0

/// What a list knows and waits for. It does nothing itself: each event returns what is to be done.
struct ListState {
  /// What is there at an index.
  enum Look: Equatable {
    case quote(Quote)
    case outOfRange
    case missing(page: Int)
  }

  /// A page that is being read.
  struct Load: Equatable {
    let page: Int
    /// Which of all loads it is, so that one that was given up is told from its successor.
    let number: Int
    /// The revision that it must not be older than.
    let revision: UInt64
  }

  typealias Outcome = Result<QuotePage, QuoteSourceError>
  typealias Waiter = CheckedContinuation<Outcome?, Never>

  let limits: QuoteListLimits
  /// The quotes of the whole list; nil until the first page has come.
  private(set) var count: Int?
  /// The newest revision that a page was read at.
  private(set) var revision: UInt64 = 0
  /// Why pages are missing that were asked for.
  private(set) var failures: [Int: QuoteSourceError] = [:]
  private var pages: [Int: (page: QuotePage, lastUse: Int)] = [:]
  private var loads: [Int: Load] = [:]
  private var waiters: [Int: [(ticket: Int, waiter: Waiter)]] = [:]
  private var prefetches: Set<Int> = []
  private var lastNumber = 0

  init(limits: QuoteListLimits) { self.limits = limits }

  private mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Looks at an index; what is there is kept longer for it.
  mutating func look(at index: Int) -> Look {
    // No list is longer than the contract can count.
    guard index >= 0, index < count ?? Int(Int32.max) else { return .outOfRange }
    let number = index / limits.pageSize
    guard let page = pages[number]?.page else { return .missing(page: number) }
    pages[number] = (page, nextNumber())
    let offset = index % limits.pageSize
    return page.quotes.indices.contains(offset) ? .quote(page.quotes[offset]) : .outOfRange
  }

  /// Makes a caller wait for a page; returns the load to begin where none is on its way.
  mutating func wait(for page: Int, ticket: Int, _ waiter: Waiter) -> Load? {
    waiters[page, default: []].append((ticket, waiter))
    failures[page] = nil
    return begin(page)
  }

  /// Takes a caller out that doesn't wait any longer.
  mutating func leave(_ page: Int, ticket: Int) -> Waiter? {
    guard let index = waiters[page]?.firstIndex(where: { $0.ticket == ticket }) else { return nil }
    return waiters[page]?.remove(at: index).waiter
  }

  /// A number that no other caller has.
  mutating func ticket() -> Int { nextNumber() }

  /// The loads to begin so that the rows of a range will be there soon, the first ones first.
  mutating func prefetch(_ range: Range<Int>) -> [Load] {
    guard let count else { return failures[0] == nil ? [beginPrefetch(0)].compactMap(\.self) : [] }
    let rows = range.clamped(to: 0..<count)
    guard let last = rows.last else { return [] }
    let numbers = (rows.lowerBound / limits.pageSize...last / limits.pageSize)
    var begun: [Load] = []
    for number in numbers.prefix(limits.keptPages) {
      guard prefetches.count < limits.prefetchedPages else { break }
      guard pages[number] == nil, failures[number] == nil else { continue }
      if let load = beginPrefetch(number) { begun.append(load) }
    }
    return begun
  }

  private mutating func beginPrefetch(_ page: Int) -> Load? {
    guard let load = begin(page) else { return nil }
    prefetches.insert(page)
    return load
  }

  private mutating func begin(_ page: Int) -> Load? {
    guard loads[page] == nil else { return nil }
    let load = Load(page: page, number: nextNumber(), revision: revision)
    loads[page] = load
    return load
  }
}

extension ListState {
  /// Takes in what came of a load; returns who waited for it and what they are told. Nil tells them
  /// to look again.
  mutating func finish(_ load: Load, _ outcome: Outcome) -> (waiters: [Waiter], told: Outcome?) {
    // One that was given up has told its callers already.
    guard loads[load.page] == load else { return ([], nil) }
    loads[load.page] = nil
    prefetches.remove(load.page)
    let waiting = (waiters.removeValue(forKey: load.page) ?? []).map(\.waiter)
    switch outcome {
    case .failure(let error):
      failures[load.page] = error
      return (waiting, outcome)
    case .success(let page):
      // Read before a change that another page has shown: its rows may stand elsewhere by now.
      guard page.revision >= revision else { return (waiting, nil) }
      if page.revision > revision || count != page.totalCount {
        dropPages()
        revision = page.revision
        count = page.totalCount
      }
      failures[load.page] = nil
      if !page.quotes.isEmpty { keep(page, as: load.page) }
      return (waiting, outcome)
    }
  }

  /// Gives up what is there and on its way; returns who waits, to look again.
  mutating func reset() -> [Waiter] {
    dropPages()
    count = nil
    loads = [:]
    prefetches = []
    defer { waiters = [:] }
    return waiters.values.flatMap { $0.map(\.waiter) }
  }

  /// Lets what failed be asked for again.
  mutating func forgetFailures() { failures = [:] }

  private mutating func dropPages() {
    pages = [:]
    failures = [:]
  }

  private mutating func keep(_ page: QuotePage, as number: Int) {
    pages[number] = (page, nextNumber())
    guard pages.count > limits.keptPages,
      let oldest = pages.min(by: { $0.value.lastUse < $1.value.lastUse })
    else { return }
    pages[oldest.key] = nil
  }
}
