// SPDX-License-Identifier: Apache-2.0

internal import QuoteStore
internal import Synchronization

/// A write that waits for its turn. Those that wait at the same time share one transaction, and so
/// one wait for the disk; each succeeds or fails by itself.
protocol QueuedWrite: Sendable {
  /// Carries it out within a transaction. Throws only where the transaction as a whole is lost.
  func run(in transaction: inout StoreTransaction) throws(StoreError)

  /// Takes back what it had come to, since the transaction failed.
  func fail(_ error: StoreError)
}

/// The body of a write, and what came of it.
final class PendingWrite<Success: Sendable>: QueuedWrite {
  /// Changes the store. It may be run on any thread; the failures it returns are the caller's, and
  /// an error that it throws is the store's.
  typealias Body =
    @Sendable (inout StoreTransaction) throws(StoreError) -> Result<Success, EditProblem>

  private let body: Body
  private let result: Mutex<Result<Success, EditProblem>?> = Mutex(nil)

  init(_ body: @escaping Body) { self.body = body }

  func run(in transaction: inout StoreTransaction) throws(StoreError) {
    let outcome: Result<Success, EditProblem>
    do throws(StoreError) {
      outcome = try transaction.attempt(body)
    } catch {
      guard transaction.isAlive else { throw error }
      outcome = .failure(.store(error))
    }
    result.withLock { $0 = outcome }
  }

  func fail(_ error: StoreError) {
    result.withLock { $0 = .failure(.store(error)) }
  }

  /// What came of it, once it was run.
  func outcome() throws(EditProblem) -> Success {
    guard let outcome = result.withLock({ $0 }) else {
      preconditionFailure("A write was asked for its outcome before it had its turn.")
    }
    return try outcome.get()
  }
}

/// The writes that wait.
final class WriteQueue: Sendable {
  private let writes = Mutex<[any QueuedWrite]>([])

  func append(_ write: any QueuedWrite) {
    writes.withLock { $0.append(write) }
  }

  /// All that wait, which now wait no longer.
  func takeAll() -> [any QueuedWrite] {
    writes.withLock { writes in
      defer { writes = [] }
      return writes
    }
  }
}
