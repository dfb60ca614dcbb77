// SPDX-License-Identifier: Apache-2.0

package import QuoteModel
internal import QuoteStore
package import QuoteSystem
internal import Synchronization

/// Full-text search over a catalogue: an index beside the store, and threads that search it.
///
/// The index is derived: it is made where it is missing, damaged or of other rules, and follows the
/// catalogue from snapshot to snapshot. Only the indexer writes it, and only when the catalogue
/// changes.
package final class QuoteSearch: Sendable {
  private let board = SearchBoard()
  private let desk: SearchDesk
  private let indexer: SearchIndexer
  private let snapshots: SnapshotSource
  private let isAsked = Atomic(false)

  /// Begins to make or to check the index in a data directory; searches wait for it.
  ///
  /// - Parameters:
  ///   - threads: How many searches run at a time.
  ///   - report: Told what becomes of the index, on the indexer's thread.
  package init(
    directory: String, snapshots: SnapshotSource, threads: Int,
    report: @escaping @Sendable (SearchReport) -> Void
  ) throws(SystemError) {
    let path = directory + "/search.sqlite"
    self.snapshots = snapshots
    indexer = try SearchIndexer(path: path, snapshots: snapshots, board: board, report: report)
    desk = try SearchDesk(path: path, board: board, threads: threads)
    snapshots.follow { [weak self] _ in self?.follow() }
    follow()
  }

  /// A page of the quotes that match a query best.
  ///
  /// It is read at the newest revision or a later one: waits until the index shows it, and until
  /// there is the revision that the request names, `SearchLimits.patience` at most.
  package func page(
    _ request: SearchQuotesRequest
  ) async throws(SearchProblem) -> SearchPage {
    let asked = try SearchPageRequest(request)
    let revision = max(request.minRevision, snapshots.latest.revision)
    let clock = ContinuousClock()
    let end = clock.now + SearchLimits.patience
    repeat {
      guard await board.wait(for: revision, within: end - clock.now) else { break }
      if let shown = board.shownRevision,
        let known = desk.ranking(of: asked.query, asked.filter, at: shown)
      {
        return asked.page(of: known)
      }
      if let ranking = try await desk.rank(asked.query, asked.filter) {
        return asked.page(of: ranking)
      }
      // The index went on meanwhile, in more than one step.
    } while clock.now < end && !Task.isCancelled
    throw .delayed(board.delay(of: revision))
  }

  /// Returns when the index shows the newest snapshot and its file keeps no word that was purged, or
  /// when that can't be done now.
  package func catchUp() async { await indexer.catchUp() }

  /// Closes the index, which nobody has open when this returns. Later searches fail.
  package func close() async {
    await indexer.close()
    await desk.close()
  }

  /// Lets the indexer look for a newer snapshot.
  private func follow() {
    guard !isAsked.exchange(true, ordering: .acquiringAndReleasing) else { return }
    Task { [indexer, self] in
      isAsked.store(false, ordering: .releasing)
      await indexer.catchUp()
    }
  }
}

/// Why a search has no answer.
package enum SearchProblem: Error, Sendable, Equatable {
  /// The request can't be.
  case request(ListProblem)
  /// The index does not show what is asked for yet.
  case delayed(SearchDelay)
  /// Too many searches wait.
  case busy
  /// It took too long, or nobody waits for it any more.
  case stopped
}

/// What became of the index.
package enum SearchReport: Sendable, Equatable {
  /// It is being made of all quotes, since there was none or none that could be used.
  case making(quotes: Int)
  /// It shows the catalogue for the first time since the start.
  case ready(quotes: Int, revision: UInt64)
  /// Its file keeps nothing any more of what was purged until now.
  case erased
  /// It can't be written or read; it is tried again.
  case failed(String)
}
