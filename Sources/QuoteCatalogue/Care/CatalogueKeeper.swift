// SPDX-License-Identifier: Apache-2.0

package import QuoteModel
package import QuoteStore
internal import QuoteSystem

/// Reads the store beside the one who writes it, for what takes its time: copies, examinations and
/// the audit log. Writes go on meanwhile.
package actor CatalogueKeeper {
  private let path: String
  private let directory: String
  private let thread: WorkerThread

  nonisolated package var unownedExecutor: UnownedSerialExecutor { thread.executor }

  /// Creates the keeper of a catalogue, with a thread of its own.
  package init(_ catalogue: Catalogue) throws(CatalogueError) {
    directory = catalogue.directory
    path = catalogue.directory + "/" + Catalogue.fileName
    do throws(SystemError) {
      thread = try WorkerThread(name: "quoted-keeper", niceness: 10)
    } catch {
      throw .system(error)
    }
  }

  /// Writes a whole copy of the store to a new file, checks it by opening it, and returns once it is
  /// on the disk. Where that fails there is no such file afterwards.
  package func backUp(to target: String) throws(BackupProblem) -> BackupResponse {
    // What the system would cut at a NUL is no path.
    guard target.hasPrefix("/"), !target.utf8.contains(0) else { throw .relativePath(target) }
    let isNew: Bool
    do throws(SystemError) { isNew = try File.createNew(target) } catch { throw .system(error) }
    guard isNew else { throw .fileExists(target) }
    do throws(BackupProblem) {
      return try fill(target)
    } catch {
      // That it can't be removed either hides nothing: the cause is told.
      try? File.remove(target)
      throw error
    }
  }

  /// The changes before a number, the last first.
  package func audit(before number: Int64, limit: Int) throws(EditProblem) -> [AuditEntry] {
    do throws(StoreError) {
      return try store().auditLines(before: number, limit: limit).map { AuditEntry($0) }
    } catch {
      throw .store(error)
    }
  }

  /// How the store's file is.
  package func examineStore() -> [Finding] {
    let facts: (flaw: String?, version: Int, bytes: UInt64)
    do {
      let store = try store()
      facts = (try store.flaw(), try store.schemaVersion(), storeBytes)
    } catch {
      return [Finding("store", .fault, "\(error)")]
    }
    let disk: Finding
    do throws(SystemError) {
      disk = Examination.disk(
        freeBytes: try Host.freeBytes(at: directory), storeBytes: facts.bytes)
    } catch {
      disk = Finding("disk", .warning, "\(error)")
    }
    return [Examination.store(path: path, facts.flaw, schema: facts.version, facts.bytes), disk]
  }

  /// What the store takes on the disk: its journal is a part of it, and may be the larger one.
  private var storeBytes: UInt64 {
    UInt64(File.statedSize(of: path) + File.statedSize(of: path + "-wal"))
  }

  private func store() throws(StoreError) -> Store {
    try Store(
      reading: path, busyTimeoutMilliseconds: Store.usualBusyTimeoutMilliseconds)
  }

  private func fill(_ target: String) throws(BackupProblem) -> BackupResponse {
    var response = BackupResponse()
    do throws(StoreError) {
      let copy = try Store.copy(
        path, into: target, busyTimeoutMilliseconds: Store.usualBusyTimeoutMilliseconds)
      response.quoteCount = Int64(copy.quoteCount)
      response.revision = copy.revision
    } catch {
      throw .store(error)
    }
    do throws(SystemError) {
      try File.sync(target)
      response.sizeBytes = UInt64(try File.size(of: target))
    } catch {
      throw .system(error)
    }
    return response
  }
}

extension AuditEntry {
  /// A line of the store's audit log.
  package init(_ line: AuditLine) {
    self.init()
    number = line.number
    revision = line.revision
    time = line.time
    actor = line.actor
    action = line.action
    target = line.target
    detail = line.detail
  }
}
