// SPDX-License-Identifier: Apache-2.0

package import QuoteModel
internal import QuoteStore

extension Catalogue {
  /// Adds one quote. The id, times and etag of the one given are ignored.
  package func createQuote(
    _ quote: Quote, by editor: Editor
  ) async throws(EditProblem) -> CreateQuoteResponse {
    let draft = try EditProblem.draft(of: quote)
    return try await edit(by: editor) { transaction throws(StoreError) in
      let store = transaction.store
      switch try store.match(draft) {
      case .living(let id): return .failure(.quotePresent(id: id))
      case .deleted(let id), .purged(let id): return .failure(.deletedBefore(id: id))
      case nil: break
      }
      let id = draft.key.description
      let near = try store.nearQuote(draft.nearKey, except: id)
      try transaction.insert(draft.content(id: id))
      try transaction.audit(
        "CreateQuote", of: id, by: editor, detail: near.map { "resembles \($0)" } ?? "")
      var response = CreateQuoteResponse()
      response.nearDuplicateOf = near ?? ""
      response.quote = try store.quote(id: id)?.quote
      response.revision = try transaction.presentRevision()
      return .success(response)
    }
  }
}

extension EditProblem {
  /// A quote in its normal form, or what is wrong with it.
  static func draft(of quote: Quote) throws(EditProblem) -> QuoteDraft {
    do throws(QuoteProblem) {
      return try QuoteDraft(quote)
    } catch {
      throw .invalidQuote(error)
    }
  }
}
