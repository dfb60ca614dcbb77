// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

/// Why a search gave nothing.
package enum SearchError: Error, Equatable {
  /// Who asked for it wants it no more, or it took longer than it may.
  case stopped
  /// The index can't be read.
  case index(StoreError)
}

/// A connection that searches the index; for one thread at a time.
package final class SearchReader {
  private let connection: Connection
  private let ranking: Statement
  private let conditions = SearchConditions()

  /// Opens an index that is there; it is never written through this.
  package init(path: String) throws(StoreError) {
    let connection = try Connection(
      path: path, mode: .reading, busyTimeoutMilliseconds: Store.usualBusyTimeoutMilliseconds)
    try connection.run("PRAGMA cache_size = -8192; PRAGMA trusted_schema = OFF;")
    try conditions.install(on: connection)
    // Conditions come before scores: what is not meant costs no ranking. Rows come by position.
    ranking = try Statement(
      """
      SELECT rowid, bm25(words, 1.0, 0.7, 0.4, 0.4, 1.0)
      FROM words WHERE words MATCH ?1 AND is_meant(rowid)
      ORDER BY rowid LIMIT ?2
      """, on: connection)
    self.connection = connection
  }

  /// Runs a body over the index as it is now, whatever is written meanwhile.
  ///
  /// The body is told the revision of the catalogue that the index shows.
  package func read<Result>(
    _ body: (_ revision: UInt64) throws(SearchError) -> Result
  ) throws(SearchError) -> Result {
    do throws(StoreError) { try connection.run("BEGIN") } catch { throw .index(error) }
    defer { try? connection.run("ROLLBACK") }
    let revision: Int64
    do throws(StoreError) {
      revision = try connection.integer("SELECT revision FROM state") ?? 0
    } catch {
      throw .index(error)
    }
    return try body(UInt64(bitPattern: revision))
  }

  /// The best matches of an expression, the best first.
  ///
  /// - Parameters:
  ///   - expression: In FTS5's language; it must be one, whoever wrote the words in it.
  ///   - limit: The most matches to give.
  ///   - ranked: The most matches to rank: of more, those of the first positions.
  ///   - isMeant: Whether a position may be among them.
  ///   - shouldStop: Asked about each hundred matches whether to give up.
  package func matches(
    of expression: String, limit: Int, ranked: Int, isMeant: @escaping (UInt32) -> Bool,
    shouldStop: @escaping () -> Bool
  ) throws(SearchError) -> [SearchMatch] {
    conditions.isMeant = isMeant
    conditions.shouldStop = shouldStop
    defer { conditions.forget() }
    ranking.bind(1, expression)
    ranking.bind(2, Int64(ranked))
    defer { ranking.reset() }
    var best = BestMatches(limit: limit)
    do throws(StoreError) {
      while try ranking.step() {
        best.take(
          SearchMatch(
            position: UInt32(truncatingIfNeeded: ranking.integer(0)), score: ranking.fraction(1)))
      }
    } catch {
      throw conditions.wasStopped ? .stopped : .index(error)
    }
    return best.sorted
  }
}

/// Keeps the best of any number of matches.
private struct BestMatches {
  /// A heap: the worst of those kept is the first.
  private var heap: [SearchMatch] = []
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  var sorted: [SearchMatch] { heap.sorted() }

  mutating func take(_ match: SearchMatch) {
    guard heap.count == limit else {
      heap.append(match)
      rise()
      return
    }
    guard let worst = heap.first, match < worst else { return }
    heap[0] = match
    sink()
  }

  private mutating func rise() {
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[parent] < heap[child] else { return }
      heap.swapAt(parent, child)
      child = parent
    }
  }

  private mutating func sink() {
    var parent = 0
    while true {
      var worst = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < heap.count && heap[worst] < heap[child] { worst = child }
      guard worst != parent else { return }
      heap.swapAt(parent, worst)
      parent = worst
    }
  }
}
