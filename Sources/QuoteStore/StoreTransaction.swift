// SPDX-License-Identifier: Apache-2.0

package import QuoteModel

/// What a change is about: the numbers of `changes.kind`.
package enum ChangeKind: Int64, Sendable {
  /// A quote was added, changed, deleted or purged.
  case quote = 1
  /// A calendar was declared or changed.
  case calendar = 2
  /// A day was fixed or replaced.
  case day = 3
  /// A date was pinned or given back.
  case pin = 4
  /// A token was made or revoked.
  case token = 5
}

/// The changes of one write. It is good only within the call that made it.
package struct StoreTransaction: ~Copyable {
  /// The revision of this write, as soon as it has changed something that can be seen.
  package private(set) var revision: UInt64?

  /// Whether it has written anything at all.
  package internal(set) var hasWritten = false

  /// Whether it has erased something that the journal may still hold.
  var hasErased = false

  /// For reading: it sees what this write has changed.
  package let store: Store

  /// When this write happens.
  package let time: Timestamp

  init(store: Store, time: Timestamp) {
    self.store = store
    self.time = time
  }

  /// Whether it can still be committed; the store ends it by itself where the disk is full, say.
  package var isAlive: Bool { store.connection.isInTransaction }

  /// Runs a write of its own within this transaction, with a revision of its own. If it fails or
  /// throws, it leaves no trace, and what came before it stays.
  package mutating func attempt<Success, Failure>(
    _ body: (inout StoreTransaction) throws(StoreError) -> Result<Success, Failure>
  ) throws(StoreError) -> Result<Success, Failure> {
    try store.connection.run("SAVEPOINT attempt")
    var inner = StoreTransaction(store: store, time: time)
    let result: Result<Success, Failure>
    do throws(StoreError) {
      result = try body(&inner)
    } catch {
      if isAlive { try undo() }
      throw error
    }
    switch result {
    case .success:
      try store.connection.run("RELEASE attempt")
      revision = inner.revision ?? revision
      hasWritten = hasWritten || inner.hasWritten
      hasErased = hasErased || inner.hasErased
    case .failure: try undo()
    }
    return result
  }

  /// Tells what a write would come to, and leaves no trace of it.
  package mutating func rehearse<Outcome>(
    _ body: (inout StoreTransaction) throws(StoreError) -> Outcome
  ) throws(StoreError) -> Outcome {
    try store.connection.run("SAVEPOINT attempt")
    var inner = StoreTransaction(store: store, time: time)
    do throws(StoreError) {
      let outcome = try body(&inner)
      try undo()
      return outcome
    } catch {
      if isAlive { try undo() }
      throw error
    }
  }

  private func undo() throws(StoreError) {
    try store.connection.run("ROLLBACK TO attempt; RELEASE attempt")
  }

  /// Notes a change, and raises the head's revision before the first one.
  mutating func touch(_ kind: ChangeKind, _ id: String) throws(StoreError) -> UInt64 {
    let number = try raisedRevision()
    try store.statements.noteChange(kind, id: id, revision: number)
    return number
  }

  /// The revision of this write, which it has from now on.
  mutating func raisedRevision() throws(StoreError) -> UInt64 {
    if let revision { return revision }
    hasWritten = true
    try store.statements.raiseRevision()
    let number = try store.revision()
    revision = number
    return number
  }
}
