// SPDX-License-Identifier: Apache-2.0

package import QuoteModel

/// What a change is about: the numbers of `changes.kind`.
enum ChangeKind: Int64 {
  case quote = 1
  case calendar = 2
}

/// The changes of one write. It is good only within the call of `Store.write` that made it.
package struct StoreTransaction: ~Copyable {
  /// The revision of this write, as soon as it has changed something.
  package private(set) var revision: UInt64?

  private let store: Store
  private let time: Int64
  private var lastPosition: Int64?

  init(store: Store, time: Timestamp) {
    self.store = store
    self.time = time.milliseconds
  }

  /// The quote that has an id or, else, a content key; a living one is preferred to a deleted one.
  package func quote(withID id: String, orContentKey key: String) throws(StoreError)
    -> StoredMatch?
  {
    try store.statements.match(id: id, contentKey: key)
  }

  /// Adds a quote behind all others. Its id and content key must be free.
  package mutating func insert(
    _ quote: Quote, contentKey: String, length: Int
  ) throws(StoreError) {
    let revision = try touch(.quote, quote.id)
    if lastPosition == nil { lastPosition = try store.lastPosition() }
    let position = (lastPosition ?? 0) + 1
    lastPosition = position
    let content = StoredContent(
      quote: quote, contentKey: contentKey, length: length, revision: revision, time: time)
    try store.statements.insert(content, at: position)
  }

  /// Gives a living quote new content; its id and its place stay. False where there is none.
  package mutating func update(
    _ quote: Quote, contentKey: String, length: Int
  ) throws(StoreError) -> Bool {
    guard try isLiving(quote.id) else { return false }
    let revision = try touch(.quote, quote.id)
    try store.statements.update(
      StoredContent(
        quote: quote, contentKey: contentKey, length: length, revision: revision, time: time))
    return true
  }

  /// Deletes a living quote; its row stays, marked. False where there is none.
  package mutating func delete(id: String) throws(StoreError) -> Bool {
    guard try isLiving(id) else { return false }
    let revision = try touch(.quote, id)
    try store.statements.delete(id: id, revision: revision, time: time)
    return true
  }

  /// Declares a calendar, or changes it.
  package mutating func put(_ calendar: StoredCalendar) throws(StoreError) {
    let revision = try touch(.calendar, calendar.id)
    let statement = try Statement(
      """
      INSERT OR REPLACE INTO calendars (id, time_zone, filter, seed, first_date, revision)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      """, on: store.connection)
    statement.bind(1, calendar.id)
    statement.bind(2, calendar.timeZone)
    statement.bind(3, calendar.filter)
    statement.bind(4, Int64(bitPattern: calendar.seed))
    statement.bind(5, calendar.firstDate.description)
    statement.bind(6, Int64(revision))
    try statement.run()
  }

  private func isLiving(_ id: String) throws(StoreError) -> Bool {
    try quote(withID: id, orContentKey: "") == .living(id: id)
  }

  /// Notes a change, and raises the head's revision before the first one.
  private mutating func touch(_ kind: ChangeKind, _ id: String) throws(StoreError) -> UInt64 {
    let number: UInt64
    if let revision {
      number = revision
    } else {
      number = try store.raiseRevision()
      revision = number
    }
    try store.statements.noteChange(kind, id: id, revision: number)
    return number
  }
}

extension Store {
  /// The position of the quote that was added last, deleted ones included.
  fileprivate func lastPosition() throws(StoreError) -> Int64 {
    try connection.integer("SELECT position FROM quotes ORDER BY position DESC LIMIT 1") ?? 0
  }

  fileprivate func raiseRevision() throws(StoreError) -> UInt64 {
    try connection.run("UPDATE head SET revision = revision + 1")
    return try revision()
  }
}
