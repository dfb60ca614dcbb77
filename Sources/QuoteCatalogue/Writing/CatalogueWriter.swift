// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteStore
internal import QuoteSystem

/// The one who changes a catalogue: first the store, then the snapshot.
///
/// It works on a thread of its own, since SQLite waits for the disk.
actor CatalogueWriter {
  /// Where it publishes.
  nonisolated let snapshots: SnapshotSource
  /// Where those leave their writes who then ask for `runPending`.
  nonisolated let queue = WriteQueue()
  /// Whether the store was new, so that the catalogue was founded.
  nonisolated let isNew: Bool

  /// Nil once it was closed.
  private var store: Store?
  private let clock: @Sendable () -> Timestamp
  private var state: CatalogueState
  /// Who is told of each line of the audit log, and the last line that they were told of.
  private var auditFollower: (take: @Sendable ([AuditEntry]) -> Void, last: Int64)?
  /// Let go after the store: the fields of an actor go in their order.
  private var lock: ProcessLock?
  private let path: String
  private let thread: WorkerThread

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.executor }

  /// Opens the store, founds the catalogue where the store is new, and reads it into memory: on the
  /// thread that calls.
  init(
    path: String, lock: ProcessLock, founding: @Sendable () throws(CatalogueError) -> Founding,
    clock: @escaping @Sendable () -> Timestamp
  ) throws(CatalogueError) {
    do throws(SystemError) {
      thread = try WorkerThread(name: "quoted-writer", niceness: 5)
    } catch {
      throw .system(error)
    }
    let opened = try CatalogueOpening.open(path, founding: founding, at: clock())
    store = opened.store
    state = opened.state
    isNew = opened.isNew
    snapshots = SnapshotSource(opened.state.snapshot)
    self.lock = lock
    self.path = path
    self.clock = clock
  }

  /// Closes the store, then gives the data directory back.
  func close() {
    store = nil
    lock = nil
  }

  private func opened() throws(StoreError) -> Store {
    guard let store else { throw StoreError(.closed, path: path, detail: "") }
    return store
  }

  /// Fixes the days that are due, and publishes them; tells how it stands.
  func tendCalendars() -> CalendarCondition {
    guard let store else { return state.calendarCondition }
    let seen = state.snapshot.revision
    state.tendCalendars(of: store, at: clock())
    if state.snapshot.revision > seen { snapshots.publish(state.snapshot) }
    return state.calendarCondition
  }

  /// Lets days be fixed through a date though the clock seems to be ahead of it.
  func permitDays(through date: CivilDate) { state.permitDays(through: date) }

  /// Carries out all writes that wait, in one transaction, and publishes what they changed. When it
  /// returns, each write that was left before the call has had its turn.
  func runPending() {
    let writes = queue.takeAll()
    guard !writes.isEmpty else { return }
    var next = state
    do throws(StoreError) {
      let written = try opened().write(at: clock()) { transaction throws(StoreError) in
        for write in writes { try write.run(in: &transaction) }
        try next.advance(in: &transaction)
      }
      guard written.revision != nil else { return }
    } catch {
      for write in writes { write.fail(error) }
      return
    }
    state = next
    snapshots.publish(next.snapshot)
    tellOfAudit()
  }

  /// Tells of each line of the audit log from now on, once its write is durable and published.
  func followAudit(_ take: @escaping @Sendable ([AuditEntry]) -> Void) {
    let last = try? opened().auditLines(before: .max, limit: 1).first?.number
    auditFollower = (take, last ?? 0)
  }

  private func tellOfAudit() {
    guard let follower = auditFollower,
      // The write has succeeded; what can't be read back now is told with the next one.
      let lines = try? opened().auditLines(after: follower.last, limit: Self.auditLinesAtOnce),
      let last = lines.last
    else { return }
    auditFollower?.last = last.number
    follower.take(lines.map { AuditEntry($0) })
  }

  /// More than the writes of one transaction have.
  private static let auditLinesAtOnce = 10_000

  /// Reads the store between writes.
  func read<Success: Sendable>(
    _ body: @Sendable (Store, CatalogueSnapshot) throws(StoreError) -> Success
  ) throws(StoreError) -> Success {
    try body(opened(), state.snapshot)
  }
}
