// SPDX-License-Identifier: Apache-2.0

package import QuoteModel

/// A line of the audit log: who did what, and when. It never holds a quote's text.
package struct AuditLine: Sendable, Hashable {
  /// Its number, from 1 on, without gaps.
  package let number: Int64
  /// The revision of the write.
  package let revision: UInt64
  /// When it happened.
  package let time: Timestamp
  /// Who did it: a token's id, or `local`.
  package let actor: String
  /// What was done: the method's name, such as `CreateQuote`.
  package let action: String
  /// The id of what it was done to; empty where there is no such one thing.
  package let target: String
  /// More, such as the reason that was given; may be empty.
  package let detail: String
}

extension Store {
  /// The lines of the audit log behind a number, so many at most, the oldest first.
  package func auditLines(
    after number: Int64, limit: Int
  ) throws(StoreError) -> [AuditLine] {
    let statement = try Statement(
      """
      SELECT number, revision, time, actor, action, target, detail FROM audit
      WHERE number > ?1 ORDER BY number LIMIT ?2
      """, on: connection)
    statement.bind(1, number)
    statement.bind(2, Int64(limit))
    return try statement.auditLines()
  }

  /// The last lines of the audit log before a number, so many at most, the newest first.
  package func auditLines(
    before number: Int64, limit: Int
  ) throws(StoreError) -> [AuditLine] {
    let statement = try Statement(
      """
      SELECT number, revision, time, actor, action, target, detail FROM audit
      WHERE number < ?1 ORDER BY number DESC LIMIT ?2
      """, on: connection)
    statement.bind(1, number)
    statement.bind(2, Int64(limit))
    return try statement.auditLines()
  }
}

extension StoreTransaction {
  /// Writes a line of the audit log.
  package mutating func audit(
    actor: String, action: String, target: String, detail: String
  ) throws(StoreError) {
    let revision = try raisedRevision()
    let statement = try Statement(
      """
      INSERT INTO audit (revision, time, actor, action, target, detail)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      """, on: store.connection)
    statement.bind(1, Int64(revision))
    statement.bind(2, time.milliseconds)
    statement.bind(3, actor)
    statement.bind(4, action)
    statement.bind(5, target)
    statement.bind(6, detail)
    try statement.run()
  }
}

extension Statement {
  fileprivate func auditLines() throws(StoreError) -> [AuditLine] {
    var lines: [AuditLine] = []
    while try step() {
      lines.append(
        AuditLine(
          number: integer(0), revision: UInt64(clamping: integer(1)),
          time: Timestamp(milliseconds: integer(2)), actor: text(3), action: text(4),
          target: text(5), detail: text(6)))
    }
    return lines
  }
}
