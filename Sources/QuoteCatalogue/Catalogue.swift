// SPDX-License-Identifier: Apache-2.0

package import QuoteModel
package import QuoteStore
internal import QuoteSystem

/// A catalogue in a data directory: the store, and the snapshot in memory that is read from.
///
/// Reading goes through `snapshots` and never waits. A write waits for the disk on the writer's own
/// thread; when it returns, the change is durable and the next read on any loop sees it. A write
/// that was begun is finished, whether or not anyone waits for it any more.
package final class Catalogue: Sendable {
  /// Where readers find the newest snapshot.
  package let snapshots: SnapshotSource

  /// Whether it was made just now, with what a catalogue starts with.
  package let isNew: Bool

  /// The data directory, as it was given.
  package let directory: String

  /// The name of the store's file in the data directory.
  package static let fileName = "catalogue.sqlite"

  let writer: CatalogueWriter
  /// Tells the time.
  let clock: @Sendable () -> Timestamp

  /// Opens the catalogue of a data directory, which is made where there is none, for the owner only.
  ///
  /// Reads all quotes into memory; what to found it with is asked for only where the store is new.
  /// Throws where another process has the directory, where it can't be written, and where the store
  /// is damaged or of a later version.
  package init(
    directory: String, founding: @Sendable () throws(CatalogueError) -> Founding,
    clock: @escaping @Sendable () -> Timestamp
  ) throws(CatalogueError) {
    let lock: ProcessLock
    do throws(SystemError) {
      try File.createDirectory(directory)
      lock = try ProcessLock(directory: directory)
    } catch {
      throw .system(error)
    }
    writer = try CatalogueWriter(
      path: directory + "/" + Self.fileName, lock: lock, founding: founding, clock: clock)
    self.clock = clock
    snapshots = writer.snapshots
    isNew = writer.isNew
    self.directory = directory
  }

  /// Closes the store and gives the data directory back: who opens it after this returns gets it.
  ///
  /// What was begun before is finished first. Later writes, and reads of the store, throw `closed`;
  /// snapshots stay good. A catalogue that is let go without it is closed some time later.
  package func close() async { await writer.close() }

  /// Tells of each change from now on, as its line stands in the audit log, once it is durable and
  /// published. `take` runs on the writer's thread and must not wait.
  package func followAudit(_ take: @escaping @Sendable ([AuditEntry]) -> Void) async {
    await writer.followAudit(take)
  }

  /// Runs a write: all of its changes are durable and published when this returns, or it throws and
  /// none are.
  ///
  /// The body runs on the writer's thread. What it returns as a failure is the caller's fault; what
  /// it throws is the store's. It decides by what it reads through the transaction: snapshots may be
  /// behind the writes that share its transaction.
  package func write<Success: Sendable>(
    _ body:
      @escaping @Sendable (inout StoreTransaction) throws(StoreError) ->
      Result<Success, EditProblem>
  ) async throws(EditProblem) -> Success {
    let write = PendingWrite(body)
    writer.queue.append(write)
    await writer.runPending()
    return try write.outcome()
  }

  /// Reads from the store what no snapshot has, and the snapshot of the same revision.
  ///
  /// The body runs on the writer's thread: no write goes on before it returns.
  package func read<Success: Sendable>(
    _ body: @Sendable (Store, CatalogueSnapshot) throws(StoreError) -> Success
  ) async throws(StoreError) -> Success {
    try await writer.read(body)
  }
}
