// SPDX-License-Identifier: Apache-2.0

package import QuoteModel

/// A token as the store has it: what it may do, and a hash of its secret.
package struct StoredToken: Sendable, Hashable {
  /// What names it in lists and audit lines.
  package let id: String
  /// What its maker called it.
  package let name: String
  /// What it may do; the numbers are not the store's business.
  package let role: Int64
  /// The SHA-256 of its secret.
  package let hash: [UInt8]
  /// When it was made.
  package let created: Timestamp
  /// When it was revoked; nil while it is good.
  package let revoked: Timestamp?

  /// Declares a token.
  package init(
    id: String, name: String, role: Int64, hash: [UInt8], created: Timestamp, revoked: Timestamp?
  ) {
    self.id = id
    self.name = name
    self.role = role
    self.hash = hash
    self.created = created
    self.revoked = revoked
  }
}

extension Store {
  /// All tokens, the oldest first, those that were revoked included.
  package func tokens() throws(StoreError) -> [StoredToken] {
    let statement = try Statement(
      "SELECT id, name, role, hash, created, revoked FROM tokens ORDER BY created, id",
      on: connection)
    var tokens: [StoredToken] = []
    while try statement.step() {
      let revoked = statement.integer(5)
      tokens.append(
        StoredToken(
          id: statement.text(0), name: statement.text(1), role: statement.integer(2),
          hash: statement.bytes(3), created: Timestamp(milliseconds: statement.integer(4)),
          revoked: revoked == 0 ? nil : Timestamp(milliseconds: revoked)))
    }
    return tokens
  }
}

extension StoreTransaction {
  /// Adds a token, or changes it.
  package mutating func put(_ token: StoredToken) throws(StoreError) {
    _ = try touch(.token, token.id)
    let statement = try Statement(
      """
      INSERT OR REPLACE INTO tokens (id, name, role, hash, created, revoked)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      """, on: store.connection)
    statement.bind(1, token.id)
    statement.bind(2, token.name)
    statement.bind(3, token.role)
    statement.bind(4, token.hash)
    statement.bind(5, token.created.milliseconds)
    statement.bind(6, token.revoked?.milliseconds ?? 0)
    try statement.run()
  }
}
