// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Where the newest snapshot is found. The writer publishes; each loop reads through its own
/// `CatalogueReader`.
package final class SnapshotSource: Sendable {
  private struct Shelf {
    var current: CatalogueSnapshot
    /// Snapshots that some reader may still hold.
    var retired: [CatalogueSnapshot] = []
    /// Who wants to know of each new one.
    var followers: [@Sendable (CatalogueSnapshot) -> Void] = []
  }

  private let number = Atomic<UInt64>(1)
  private let shelf: Mutex<Shelf>
  private let waiters = RevisionWaiters()

  init(_ first: CatalogueSnapshot) {
    shelf = Mutex(Shelf(current: first))
  }

  /// The newest snapshot, for code that is on no loop; a loop has a `CatalogueReader`.
  package var latest: CatalogueSnapshot { shelf.withLock { $0.current } }

  /// The newest snapshot as soon as it shows a revision or a later one; nil where that has not come
  /// within a time, or where the task that asks is cancelled.
  package func snapshot(
    atLeast revision: UInt64, within limit: Duration
  ) async -> CatalogueSnapshot? {
    let now = latest
    guard now.revision < revision else { return now }
    await waiters.wait(for: revision, within: limit) { latest.revision >= revision }
    let then = latest
    return then.revision < revision ? nil : then
  }

  /// Has a closure called for each snapshot that is published from now on, right after readers see
  /// it, on the writer's thread: it must not block.
  package func follow(_ follower: @escaping @Sendable (CatalogueSnapshot) -> Void) {
    shelf.withLock { $0.followers.append(follower) }
  }

  /// Makes a snapshot the newest. When it returns, the next look of every reader sees it.
  ///
  /// The old one is kept until no reader holds it, and then freed here, by the writer's thread:
  /// freeing a large one takes longer than a call may.
  func publish(_ snapshot: CatalogueSnapshot) {
    let (freed, followers) = shelf.withLock { shelf in
      var kept: [CatalogueSnapshot] = []
      var freed: [CatalogueSnapshot] = []
      shelf.retired.append(shelf.current)
      shelf.current = snapshot
      while var old = shelf.retired.popLast() {
        if isKnownUniquelyReferenced(&old) { freed.append(old) } else { kept.append(old) }
      }
      shelf.retired = kept
      return (freed, shelf.followers)
    }
    number.add(1, ordering: .releasing)
    _ = consume freed
    waiters.wake(upTo: snapshot.revision)
    for follower in followers { follower(snapshot) }
  }

  /// The number of the newest snapshot: one more for each that was published.
  fileprivate var newestNumber: UInt64 { number.load(ordering: .acquiring) }
}

/// One loop's own hold on the newest snapshot.
///
/// Looking costs one atomic load; only when something was published since does it take a lock. Not
/// to be shared between threads.
package final class CatalogueReader {
  /// Where it reads, for code that leaves the loop.
  package let source: SnapshotSource
  private var number: UInt64
  private var held: CatalogueSnapshot
  private var heldRevision: UInt64

  /// Creates the reader of one loop.
  package init(_ source: SnapshotSource) {
    self.source = source
    // In this order a snapshot published in between is fetched once more, never missed.
    number = source.newestNumber
    held = source.latest
    heldRevision = held.revision
  }

  /// The newest snapshot.
  package var snapshot: CatalogueSnapshot {
    lookForNewer()
    return held
  }

  /// The revision of the newest snapshot, for who needs no more of it: costs no reference count.
  package var revision: UInt64 {
    lookForNewer()
    return heldRevision
  }

  private func lookForNewer() {
    let newest = source.newestNumber
    guard newest != number else { return }
    number = newest
    held = source.latest
    heldRevision = held.revision
  }
}
