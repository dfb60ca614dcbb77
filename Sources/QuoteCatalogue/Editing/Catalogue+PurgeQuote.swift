// SPDX-License-Identifier: Apache-2.0

package import QuoteModel
internal import QuoteStore

extension Catalogue {
  /// Erases what a quote says for good, also of one that was deleted; its id and its place stay
  /// taken. To purge it again changes nothing.
  ///
  /// The store's file and its journal keep none of it afterwards. Copies that were made before, such
  /// as backups, do. The reason goes into the audit log.
  package func purgeQuote(
    id: String, reason: String, by editor: Editor
  ) async throws(EditProblem) -> PurgeQuoteResponse {
    guard !id.isEmpty else { throw .invalid(field: "id", "is empty: name the quote.") }
    guard !reason.isEmpty else {
      throw .invalid(field: "reason", "is empty: say why, for the audit log.")
    }
    guard reason.utf8.count <= AuditLimits.detailBytes else {
      throw .invalid(
        field: "reason",
        "takes \(reason.utf8.count) bytes: at most \(AuditLimits.detailBytes) are allowed.")
    }
    return try await edit(by: editor) { transaction throws(StoreError) in
      guard try transaction.store.quote(id: id) != nil else {
        return .failure(.quoteNotFound(id: id))
      }
      if try transaction.purge(id: id) {
        if let quoteID = QuoteID(id) { try transaction.withdraw(quoteID) }
        try transaction.audit("PurgeQuote", of: id, by: editor, detail: reason)
      }
      var response = PurgeQuoteResponse()
      response.revision = try transaction.presentRevision()
      return .success(response)
    }
  }
}

/// What the audit log takes.
package enum AuditLimits {
  /// The detail of one line, in bytes of UTF-8.
  package static let detailBytes = 2_000
}
