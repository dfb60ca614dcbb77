// SPDX-License-Identifier: Apache-2.0

package import QuoteModel
internal import QuoteSystem
internal import Synchronization

/// A catalogue in a data directory: the store, and the snapshot in memory that is read from.
///
/// Reading goes through `snapshots` and never waits. Writing waits for the disk and for other
/// writers, so it does not belong on an event loop; when it returns, the change is durable and the
/// next read on any loop sees it.
package final class Catalogue: Sendable {
  /// The quotes that one transaction takes in; larger imports go in batches of so many.
  package static let batchSize = 1_000

  /// Where readers find the newest snapshot.
  package let snapshots: SnapshotSource

  /// Whether it was made just now, with what a catalogue starts with.
  package let isNew: Bool

  private let writer: Mutex<CatalogueWriter>
  /// Let go after the writer: the fields of a class go in their order.
  private let lock: DirectoryLock

  /// Opens the catalogue of a data directory, which is made where there is none, for the owner only.
  ///
  /// Reads all quotes into memory; what to found it with is asked for only where the store is new.
  /// Throws where another process has the directory, where it can't be written, and where the store
  /// is damaged or of a later version.
  package init(
    directory: String, founding: @Sendable () throws(CatalogueError) -> Founding,
    clock: @escaping @Sendable () -> Timestamp
  ) throws(CatalogueError) {
    do throws(SystemError) {
      try File.createDirectory(directory)
      lock = try DirectoryLock(directory: directory)
    } catch {
      throw .system(error)
    }
    let writer = try CatalogueWriter(
      path: directory + "/catalogue.sqlite", founding: founding, clock: clock)
    snapshots = writer.snapshots
    isNew = writer.isNew
    self.writer = Mutex(writer)
  }

  /// Adds quotes in one transaction: after a crash all of the new ones are there, or none is.
  ///
  /// The ids, times and etags of the quotes given are ignored. A quote that breaks a limit is
  /// rejected by itself. Returns what became of each, in the same order.
  package func importQuotes(_ quotes: [Quote]) throws(CatalogueError) -> [Admission] {
    try writer.withLock { (writer) throws(CatalogueError) in try writer.add(quotes) }
  }

  /// Gives the quote with an id new content; the id, the place and the time of creation stay.
  ///
  /// False where there is no such quote. Throws a store error of reason `constraint` where another
  /// quote holds this content.
  package func updateQuote(id: String, to draft: QuoteDraft) throws(CatalogueError) -> Bool {
    try writer.withLock { (writer) throws(CatalogueError) in try writer.update(id, draft) }
  }

  /// Deletes quotes in one transaction; what they held stays deleted when it is imported again.
  ///
  /// Returns how many there were.
  package func deleteQuotes(ids: [String]) throws(CatalogueError) -> Int {
    try writer.withLock { (writer) throws(CatalogueError) in try writer.delete(ids) }
  }
}
