// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

extension SnapshotSource {
  /// The newest snapshot as soon as it shows a revision or a later one; nil where that has not come
  /// within a time, or where the task that asks is cancelled.
  package func snapshot(
    atLeast revision: UInt64, within limit: Duration
  ) async -> CatalogueSnapshot? {
    let now = latest
    guard now.revision < revision else { return now }
    return await withTaskGroup(of: CatalogueSnapshot?.self) { group in
      group.addTask { await self.wait(for: revision) }
      group.addTask {
        try? await Task.sleep(for: limit)
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first
    }
  }

  private func wait(for revision: UInt64) async -> CatalogueSnapshot? {
    let number = shelf.withLock { $0.waiters.nextNumber() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (isDecided, snapshot) = shelf.withLock { shelf -> (Bool, CatalogueSnapshot?) in
          if shelf.current.revision >= revision { return (true, shelf.current) }
          // One that was cancelled before it could be found must not be left waiting.
          if Task.isCancelled { return (true, nil) }
          shelf.waiters.add(number, revision, continuation)
          return (false, nil)
        }
        if isDecided { continuation.resume(returning: snapshot) }
      }
    } onCancel: {
      shelf.withLock { $0.waiters.take(number) }?.resume(returning: nil)
    }
  }
}

/// Who waits for a revision to come.
struct RevisionWaiters {
  typealias Waiter = CheckedContinuation<CatalogueSnapshot?, Never>

  private var waiters: [UInt64: (revision: UInt64, waiter: Waiter)] = [:]
  private var lastNumber: UInt64 = 0

  /// A number for one who is to wait.
  mutating func nextNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }

  /// Lets one wait.
  mutating func add(_ number: UInt64, _ revision: UInt64, _ waiter: Waiter) {
    waiters[number] = (revision, waiter)
  }

  /// Takes out one who waits, if they still do.
  mutating func take(_ number: UInt64) -> Waiter? {
    waiters.removeValue(forKey: number)?.waiter
  }

  /// Takes out all whose revision has come.
  mutating func take(upTo revision: UInt64) -> [Waiter] {
    guard !waiters.isEmpty else { return [] }
    let come = waiters.filter { $0.value.revision <= revision }
    for number in come.keys { waiters[number] = nil }
    return come.values.map(\.waiter)
  }
}
