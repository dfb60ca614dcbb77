// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel

/// Logs each change as it is made, beside the store's own audit log: who, what and to what. No token
/// and no text of a quote is in it, nor a reason that was given.
struct AuditLog: Sendable {
  private let log: Log

  /// Begins to log.
  init(_ log: Log) { self.log = log }

  /// Logs changes.
  func callAsFunction(_ entries: [AuditEntry]) {
    for entry in entries {
      log(
        .info, "audit",
        [
          "actor": entry.actor, "action": entry.action, "target": entry.target,
          "revision": "\(entry.revision)",
        ])
    }
  }
}
