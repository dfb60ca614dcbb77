// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import Synchronization

/// What a follower of the audit log was told.
final class Told: Sendable {
  private let kept = Mutex<[AuditEntry]>([])

  /// All of it, in order.
  var entries: [AuditEntry] { kept.withLock { $0 } }

  func append(_ entries: [AuditEntry]) { kept.withLock { $0 += entries } }
}
