// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteStore
internal import QuoteSystem
internal import Synchronization

/// Searches the index, one search at a time, on a thread of its own.
actor Searcher {
  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.executor }

  private let thread: WorkerThread
  private let path: String
  private let board: SearchBoard
  private var reader: SearchReader?
  private var generation = -1
  private var isClosed = false

  init(path: String, board: SearchBoard) throws(SystemError) {
    self.path = path
    self.board = board
    thread = try WorkerThread(name: "quoted-search", niceness: 5)
  }

  /// The best matches of a query, or nil where the index shows no snapshot as a whole.
  func rank(
    _ query: SearchQuery, _ filter: QuoteFilter, unless cancellation: Cancellation
  ) throws(SearchError) -> Ranking? {
    let reader = try opened()
    return try reader.read { (revision) throws(SearchError) in
      guard let snapshot = board.snapshot(of: revision) else { return nil }
      let clock = ContinuousClock()
      let end = clock.now + SearchLimits.time
      let rows = snapshot.rows
      let meant = rows.filters.rows(meeting: filter, in: rows)
      let matches = try reader.matches(
        of: query.expression, limit: SearchLimits.matches, ranked: SearchLimits.rankedMatches,
        isMeant: { position in
          rows.row(at: position).map(meant.contains) ?? false
        },
        shouldStop: { cancellation.isCancelled || clock.now > end })
      return Ranking(snapshot: snapshot, matches: matches)
    }
  }

  /// Closes the index; later searches fail.
  func close() {
    isClosed = true
    reader = nil
  }

  private func opened() throws(SearchError) -> SearchReader {
    if isClosed { throw .stopped }
    let newest = board.generation
    if let reader, generation == newest { return reader }
    do throws(StoreError) {
      let reader = try SearchReader(path: path)
      self.reader = reader
      generation = newest
      return reader
    } catch {
      throw .index(error)
    }
  }
}

/// The best matches of a query in one snapshot, the best first.
struct Ranking: Sendable {
  /// Where the quotes are.
  let snapshot: CatalogueSnapshot
  /// 1,000 at most.
  let matches: [SearchMatch]
}

/// Tells a search that nobody waits for it any more.
final class Cancellation: Sendable {
  private let flag = Atomic(false)

  /// Whether it was called off.
  var isCancelled: Bool { flag.load(ordering: .relaxed) }

  /// Calls it off.
  func cancel() { flag.store(true, ordering: .relaxed) }
}
