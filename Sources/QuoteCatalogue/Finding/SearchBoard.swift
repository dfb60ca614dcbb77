// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// What those who search know of the index: which snapshot it shows, or how far it is.
final class SearchBoard: Sendable {
  private struct State {
    /// What the index shows as a whole.
    var shown: CatalogueSnapshot?
    /// What it is about to show.
    var coming: CatalogueSnapshot?
    /// Rises with each new file.
    var generation = 0
    var progress: SearchProgress?
    /// Whether it can't be written: then nobody waits.
    var hasFailed = false

    func shows(_ revision: UInt64) -> Bool { shown.map { $0.revision >= revision } ?? false }
  }

  private let state = Mutex(State())
  private let waiters = RevisionWaiters()

  /// Counts the files that there were: a connection to an older one sees nothing new.
  var generation: Int { state.withLock { $0.generation } }

  /// The revision that the index shows as a whole, if it does.
  var shownRevision: UInt64? { state.withLock { $0.shown?.revision } }

  /// The snapshot of a revision that the index shows or is about to show.
  func snapshot(of revision: UInt64) -> CatalogueSnapshot? {
    state.withLock { state in
      [state.shown, state.coming].lazy.compactMap(\.self).first { $0.revision == revision }
    }
  }

  /// Waits until the index shows a revision or a later one, or the time is over; whether it does.
  func wait(for revision: UInt64, within patience: Duration) async -> Bool {
    await waiters.wait(for: revision, within: patience) {
      state.withLock { $0.hasFailed || $0.shows(revision) }
    }
    return state.withLock { $0.shows(revision) }
  }

  /// Why the index does not show a revision that somebody waits for.
  func delay(of revision: UInt64) -> SearchDelay {
    state.withLock { state in
      if state.hasFailed { return .failed }
      if let progress = state.progress { return .making(progress) }
      return .behind(shown: state.shown?.revision ?? 0, wanted: revision)
    }
  }
}

extension SearchBoard {
  /// Notes that a new file is begun.
  func noteNewFile() {
    state.withLock { state in
      state.generation += 1
      state.shown = nil
    }
  }

  /// Notes what the index is about to show, before it does.
  func noteComing(_ snapshot: CatalogueSnapshot) { state.withLock { $0.coming = snapshot } }

  /// Notes that the index shows no snapshot as a whole, and how far it is.
  func noteProgress(_ progress: SearchProgress) {
    state.withLock { state in
      state.shown = nil
      state.progress = progress
      state.hasFailed = false
    }
  }

  /// Notes what the index shows, and wakes those who wait for it.
  func noteShown(_ snapshot: CatalogueSnapshot) {
    state.withLock { state in
      state.shown = snapshot
      state.coming = nil
      state.progress = nil
      state.hasFailed = false
    }
    waiters.wake(upTo: snapshot.revision)
  }

  /// Notes that the index can't be written.
  func noteFailure() {
    state.withLock { state in
      state.shown = nil
      state.coming = nil
      state.progress = nil
      state.hasFailed = true
    }
    waiters.wakeAll()
  }
}

/// How far the making of an index is.
package struct SearchProgress: Sendable, Hashable {
  /// The quotes that are in it.
  package let done: Int
  /// The quotes that are to be in it.
  package let total: Int
  /// When it will be whole, if it goes on as it has begun.
  package let left: Duration
}

/// Why a search can't be answered yet.
package enum SearchDelay: Sendable, Hashable {
  /// The index is being made.
  case making(SearchProgress)
  /// The index shows an older revision.
  case behind(shown: UInt64, wanted: UInt64)
  /// The index can't be read or written.
  case failed
}
