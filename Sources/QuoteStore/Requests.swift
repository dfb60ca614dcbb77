// SPDX-License-Identifier: Apache-2.0

package import QuoteModel

/// A request that was carried out, and what it was answered, so that a repeat gets the same.
package struct StoredRequest: Sendable, Hashable {
  /// Who sent it.
  package let actor: String
  /// What the sender named it.
  package let id: String
  /// What it asked for.
  package let method: String
  /// A hash of all that it said.
  package let digest: [UInt8]
  /// The encoded answer.
  package let response: [UInt8]

  /// Declares a request.
  package init(
    actor: String, id: String, method: String, digest: [UInt8], response: [UInt8]
  ) {
    self.actor = actor
    self.id = id
    self.method = method
    self.digest = digest
    self.response = response
  }
}

extension Store {
  /// The request that an actor sent under a name at a moment or later.
  package func request(
    _ id: String, by actor: String, since moment: Timestamp
  ) throws(StoreError) -> StoredRequest? {
    let statement = try Statement(
      """
      SELECT method, digest, response FROM requests
      WHERE actor = ?1 AND request_id = ?2 AND created >= ?3
      """, on: connection)
    statement.bind(1, actor)
    statement.bind(2, id)
    statement.bind(3, moment.milliseconds)
    guard try statement.step() else { return nil }
    return StoredRequest(
      actor: actor, id: id, method: statement.text(0), digest: statement.bytes(1),
      response: statement.bytes(2))
  }
}

extension StoreTransaction {
  /// Keeps a request and its answer, in place of an older one of that name.
  package mutating func keep(_ request: StoredRequest) throws(StoreError) {
    hasWritten = true
    let statement = try Statement(
      """
      INSERT OR REPLACE INTO requests (actor, request_id, method, digest, response, created)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      """, on: store.connection)
    statement.bind(1, request.actor)
    statement.bind(2, request.id)
    statement.bind(3, request.method)
    statement.bind(4, request.digest)
    statement.bind(5, request.response)
    statement.bind(6, time.milliseconds)
    try statement.run()
  }

  /// Forgets the requests that are older than a moment.
  package mutating func forgetRequests(before moment: Timestamp) throws(StoreError) {
    hasWritten = true
    let statement = try Statement("DELETE FROM requests WHERE created < ?1", on: store.connection)
    statement.bind(1, moment.milliseconds)
    try statement.run()
  }
}
