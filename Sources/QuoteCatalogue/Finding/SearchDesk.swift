// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteStore
internal import QuoteSystem
internal import Synchronization

/// Deals searches to threads, and keeps the last rankings for those who turn pages.
final class SearchDesk: Sendable {
  private struct Key: Hashable {
    let query: SearchQuery
    let filter: QuoteFilter
  }

  private struct State {
    /// The searches that each thread has before it.
    var loads: [Int]
    /// Rankings at one revision, the last used first.
    var rankings: [(key: Key, ranking: Ranking)] = []
  }

  /// The rankings that are kept: a megabyte at most.
  private static let keptRankings = 64

  private let searchers: [Searcher]
  private let state: Mutex<State>

  init(path: String, board: SearchBoard, threads: Int) throws(SystemError) {
    var searchers: [Searcher] = []
    for _ in 0..<threads { searchers.append(try Searcher(path: path, board: board)) }
    self.searchers = searchers
    state = Mutex(State(loads: Array(repeating: 0, count: threads)))
  }

  /// The ranking that was made of the same at a revision, if it is still there.
  func ranking(of query: SearchQuery, _ filter: QuoteFilter, at revision: UInt64) -> Ranking? {
    let key = Key(query: query, filter: filter)
    return state.withLock { state in
      guard let index = state.rankings.firstIndex(where: { $0.key == key }),
        state.rankings[index].ranking.snapshot.revision == revision
      else { return nil }
      let found = state.rankings.remove(at: index)
      state.rankings.insert(found, at: 0)
      return found.ranking
    }
  }

  /// Makes a ranking, or nil where the index shows no snapshot as a whole.
  func rank(_ query: SearchQuery, _ filter: QuoteFilter) async throws(SearchProblem) -> Ranking? {
    let chosen = state.withLock { state -> Int? in
      guard state.loads.reduce(0, +) < SearchLimits.waiting,
        let least = state.loads.indices.min(by: { state.loads[$0] < state.loads[$1] })
      else { return nil }
      state.loads[least] += 1
      return least
    }
    guard let chosen else { throw .busy }
    defer { state.withLock { $0.loads[chosen] -= 1 } }
    let cancellation = Cancellation()
    let result = await withTaskCancellationHandler {
      await searchers[chosen].result(query, filter, cancellation)
    } onCancel: {
      cancellation.cancel()
    }
    switch result {
    case .success(let ranking?):
      keep(ranking, of: Key(query: query, filter: filter))
      return ranking
    case .success(nil): return nil
    case .failure(.stopped): throw .stopped
    case .failure(.index): throw .delayed(.failed)
    }
  }

  /// Closes the index once the searches under way are done.
  func close() async {
    for searcher in searchers { await searcher.close() }
  }

  private func keep(_ ranking: Ranking, of key: Key) {
    let revision = ranking.snapshot.revision
    state.withLock { state in
      // Older ones would keep their snapshots from being freed.
      state.rankings.removeAll { $0.key == key || $0.ranking.snapshot.revision < revision }
      if state.rankings.count == Self.keptRankings { state.rankings.removeLast() }
      state.rankings.insert((key, ranking), at: 0)
    }
  }
}

extension Searcher {
  /// As `rank`, with the error as a value.
  fileprivate func result(
    _ query: SearchQuery, _ filter: QuoteFilter, _ cancellation: Cancellation
  ) -> Result<Ranking?, SearchError> {
    Result { () throws(SearchError) in try rank(query, filter, unless: cancellation) }
  }
}
