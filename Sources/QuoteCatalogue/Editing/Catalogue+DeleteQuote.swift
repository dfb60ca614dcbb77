// SPDX-License-Identifier: Apache-2.0

package import QuoteModel
internal import QuoteStore

extension Catalogue {
  /// Removes one quote; what it held stays deleted when it is imported again. Dates that were fixed
  /// to it keep it.
  ///
  /// An etag that isn't empty must be the current one.
  package func deleteQuote(
    id: String, etag: String, by editor: Editor
  ) async throws(EditProblem) -> DeleteQuoteResponse {
    guard !id.isEmpty else { throw .invalid(field: "id", "is empty: name the quote.") }
    return try await edit(by: editor) { transaction throws(StoreError) in
      if case .failure(let problem) = try transaction.store.living(id, etag: etag) {
        return .failure(problem)
      }
      _ = try transaction.delete(id: id)
      try transaction.audit("DeleteQuote", of: id, by: editor, detail: "")
      var response = DeleteQuoteResponse()
      response.revision = try transaction.presentRevision()
      return .success(response)
    }
  }

  /// Removes many quotes in one transaction; ids that aren't there are passed over.
  ///
  /// Returns how many there were.
  package func deleteQuotes(ids: [String], by editor: Editor) async throws(EditProblem) -> Int {
    try await write { transaction throws(StoreError) in
      var count = 0
      for id in ids where try transaction.delete(id: id) {
        try transaction.audit("DeleteQuote", of: id, by: editor, detail: "")
        count += 1
      }
      return .success(count)
    }
  }

  /// Removes all quotes that have the tag of the starter catalogue, in one transaction. Returns how
  /// many there were.
  package func removeStarterQuotes(by editor: Editor) async throws(EditProblem) -> Int {
    try await write { transaction throws(StoreError) in
      let tag = Founding.starterTag
      let ids = try transaction.store.ids(tagged: tag)
      for id in ids { _ = try transaction.delete(id: id) }
      if !ids.isEmpty {
        try transaction.audit(
          "RemoveStarterQuotes", of: "", by: editor,
          detail: "\(ids.count) removed, tagged \(tag)")
      }
      return .success(ids.count)
    }
  }
}
