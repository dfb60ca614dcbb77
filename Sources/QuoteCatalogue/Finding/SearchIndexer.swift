// SPDX-License-Identifier: Apache-2.0

internal import QuoteStore
internal import QuoteSystem

/// Makes the search index what the catalogue is, on a thread of its own.
///
/// It goes from snapshot to snapshot: what two of them share is not looked at. After a start the
/// index tells by its blocks what it has; quotes that it lacks are added, and where anything else
/// differs it is made anew.
actor SearchIndexer {
  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.executor }

  private let thread: WorkerThread
  private let path: String
  private let snapshots: SnapshotSource
  private let board: SearchBoard
  private var index: SearchIndex?
  /// What the index shows as a whole.
  private var shown: CatalogueSnapshot?
  private var blocks: [Int64: SearchBlock] = [:]
  /// The quotes that it took in or out since the index was opened.
  private var changesSinceOpening = 0
  /// The last purge of which the index keeps nothing.
  private var erasedPurge: UInt64 = 0
  private var isToTryAgain = false
  private var wasReady = false
  private var isClosed = false
  private let report: @Sendable (SearchReport) -> Void

  /// The quotes that one transaction takes in, so that it is done in a moment and takes little
  /// memory; more at a time leave the index without a whole snapshot meanwhile.
  private static let portion = 8_192
  /// How long it waits after a failure before it tries again.
  private static let pause = Duration.seconds(30)

  init(
    path: String, snapshots: SnapshotSource, board: SearchBoard,
    report: @escaping @Sendable (SearchReport) -> Void
  ) throws(SystemError) {
    self.report = report
    self.path = path
    self.snapshots = snapshots
    self.board = board
    thread = try WorkerThread(name: "quoted-indexer", niceness: 10)
  }

  /// Closes the index, which then shows nothing newer.
  func close() {
    isClosed = true
    index = nil
    shown = nil
    board.noteFailure()
  }

  /// Goes on until the index shows the newest snapshot and keeps nothing that was purged.
  func catchUp() {
    guard !isClosed else { return }
    if showNewest() { erasePurged() }
  }

  /// Goes on until the index shows the newest snapshot; false where it can't be written.
  private func showNewest() -> Bool {
    var isNewFile = false
    while shown?.revision != snapshots.latest.revision {
      do throws(StoreError) {
        let newest = snapshots.latest
        try show(newest)
        if changesSinceOpening >= Self.portion { try openAnew(for: newest) }
      } catch {
        index = nil
        shown = nil
        let isUseless = error.reason == .corrupt || error.reason == .notAStore
        // A new file that is damaged at once won't get better by being made again.
        guard isUseless, !isNewFile, removeFile() else {
          board.noteFailure()
          report(.failed(error.description))
          tryAgainLater()
          return false
        }
        isNewFile = true
      }
    }
    return true
  }

  /// Rewrites the index without the words of quotes that were purged since it was last; where that
  /// fails, it is made anew.
  private func erasePurged() {
    guard let index, let shown, shown.lastPurge != erasedPurge else { return }
    do throws(StoreError) {
      guard try index.eraseRemoved(upTo: shown.lastPurge) else { return tryAgainLater() }
      erasedPurge = shown.lastPurge
      report(.erased)
    } catch {
      self.index = nil
      self.shown = nil
      // A new file has nothing to erase.
      if removeFile(), !showNewest() { board.noteFailure() }
    }
  }

  private func show(_ snapshot: CatalogueSnapshot) throws(StoreError) {
    if index == nil { try open(for: snapshot) }
    let changes: SearchChanges
    if let shown {
      changes = SearchChanges(from: shown.rows, to: snapshot.rows)
    } else {
      changes = SearchChanges(adding: try missing(of: snapshot.rows))
      if changes.count > 0, changes.count == snapshot.count {
        report(.making(quotes: snapshot.count))
      }
    }
    let old = shown
    try carryOut(changes, from: old, to: snapshot)
    shown = snapshot
    board.noteShown(snapshot)
    if !wasReady { report(.ready(quotes: snapshot.count, revision: snapshot.revision)) }
    wasReady = true
  }

  private func open(for snapshot: CatalogueSnapshot) throws(StoreError) {
    let index = try SearchIndex(path: path, signature: SearchDocument.signature)
    blocks = try index.blocks()
    // What has nothing yet was never told of anything that was purged before.
    if blocks.isEmpty { try index.noteErased(snapshot.lastPurge) }
    erasedPurge = try index.erasedPurge()
    self.index = index
    changesSinceOpening = 0
  }

  /// Lets go of what the index has grown in memory while it took in a lot, and gives it back: the
  /// table of the words that are not written yet keeps its size otherwise, and is gone through at
  /// every later change.
  private func openAnew(for snapshot: CatalogueSnapshot) throws(StoreError) {
    let known = blocks
    // The old connection is closed behind it: the log never goes away from under those who search.
    try open(for: snapshot)
    // It is the file that it was, unless somebody has removed or changed it.
    guard blocks == known else { throw useless }
    Host.returnFreeMemory()
  }

  private func carryOut(
    _ changes: SearchChanges, from old: CatalogueSnapshot?, to new: CatalogueSnapshot
  ) throws(StoreError) {
    let clock = ContinuousClock()
    let began = clock.now
    let portions = changes.portions(of: Self.portion)
    var done = 0
    for portion in portions.dropLast() {
      board.noteProgress(
        progress(new.count - changes.count, done, of: changes.count, after: clock.now - began))
      try carryOut(portion, from: old, to: new, revision: 0)
      // What it has is a part of both.
      shown = nil
      done += portion.count
    }
    if old == nil || portions.count > 1 {
      board.noteProgress(
        progress(new.count - changes.count, done, of: changes.count, after: clock.now - began))
    }
    board.noteComing(new)
    try carryOut(
      portions.last ?? SearchChanges(adding: []), from: old, to: new, revision: new.revision)
  }

  private func progress(
    _ before: Int, _ done: Int, of count: Int, after time: Duration
  ) -> SearchProgress {
    SearchProgress(
      done: max(0, before) + done, total: max(0, before) + count,
      left: done == 0 ? .seconds(1) : time * (Double(count - done) / Double(done)))
  }

  private func carryOut(
    _ changes: SearchChanges, from old: CatalogueSnapshot?, to new: CatalogueSnapshot,
    revision: UInt64
  ) throws(StoreError) {
    guard let index else { return }
    var touched: [Int64: SearchBlock] = [:]
    var removed: [SearchDocument] = []
    if let old {
      for position in changes.removed {
        guard let row = old.rows.row(at: position) else { continue }
        removed.append(SearchDocument(old.quote(at: row), at: position))
        touched[Self.block(of: position), default: known(position)]
          .remove(old.rows.checksum(of: row))
      }
    }
    var added: [SearchDocument] = []
    for position in changes.added {
      guard let row = new.rows.row(at: position) else { continue }
      added.append(SearchDocument(new.quote(at: row), at: position))
      touched[Self.block(of: position), default: known(position)].add(new.rows.checksum(of: row))
    }
    try index.change(removing: removed, adding: added, blocks: touched, revision: revision)
    blocks.merge(touched) { $1 }
    changesSinceOpening += changes.count
  }

  private func known(_ position: UInt32) -> SearchBlock {
    blocks[Self.block(of: position)] ?? SearchBlock()
  }

  private static func block(of position: UInt32) -> Int64 { Int64(position >> 10) }
}

extension SearchIndexer {
  /// The positions of the quotes that the index lacks. Throws that it is useless where it has
  /// anything else than these quotes.
  private func missing(of rows: CatalogueRows) throws(StoreError) -> [UInt32] {
    var missing: [UInt32] = []
    var seen = 0
    var block: [(position: UInt32, checksum: UInt64)] = []
    for (segmentIndex, segment) in rows.segments.enumerated() {
      for (row, position) in segment.rows.positions.enumerated() {
        if let first = block.first, Self.block(of: first.position) != Self.block(of: position) {
          try compare(block, &missing, &seen)
          block.removeAll(keepingCapacity: true)
        }
        let place = QuoteRow(segment: segmentIndex, row: row)
        block.append((position, rows.checksum(of: place)))
      }
    }
    if !block.isEmpty { try compare(block, &missing, &seen) }
    // Blocks that the catalogue has nothing of any more were not seen.
    guard seen == blocks.values.reduce(0, { $0 + $1.count }) else { throw useless }
    return missing
  }

  /// Looks which quotes of a block the index lacks, and counts those that it has.
  private func compare(
    _ quotes: [(position: UInt32, checksum: UInt64)], _ missing: inout [UInt32], _ seen: inout Int
  ) throws(StoreError) {
    let known = known(quotes[0].position)
    seen += known.count
    guard known.count > 0 else {
      missing += quotes.map(\.position)
      return
    }
    var whole = SearchBlock()
    for quote in quotes { whole.add(quote.checksum) }
    guard whole != known, let index else { return }
    var present = SearchBlock()
    for quote in quotes {
      if try index.holds(Int64(quote.position)) {
        present.add(quote.checksum)
      } else {
        missing.append(quote.position)
      }
    }
    guard present == known else { throw useless }
  }

  /// The index has quotes that are not those of the catalogue: a copy of the store was put in its
  /// place, or it changed while nobody followed.
  private var useless: StoreError { SearchIndex.useless(path: path) }

  private func removeFile() -> Bool {
    board.noteNewFile()
    blocks = [:]
    for suffix in ["", "-wal", "-shm"] {
      do throws(SystemError) { try File.remove(path + suffix) } catch { return false }
    }
    return true
  }

  private func tryAgainLater() {
    guard !isToTryAgain else { return }
    isToTryAgain = true
    Task { [weak self] in
      try? await Task.sleep(for: Self.pause)
      await self?.tryAgain()
    }
  }

  private func tryAgain() {
    isToTryAgain = false
    catchUp()
  }
}

extension SearchBlock {
  /// Takes a quote in.
  fileprivate mutating func add(_ checksum: UInt64) {
    count += 1
    sum &+= checksum
  }

  /// Takes a quote out.
  fileprivate mutating func remove(_ checksum: UInt64) {
    count -= 1
    sum &-= checksum
  }
}
