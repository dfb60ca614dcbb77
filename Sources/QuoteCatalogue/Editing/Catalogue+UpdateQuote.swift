// SPDX-License-Identifier: Apache-2.0

package import QuoteModel
internal import QuoteStore

extension Catalogue {
  /// Changes the fields of one quote that a mask names; its id, its place and its time of creation
  /// stay. A change to what it holds already writes nothing.
  ///
  /// - Parameters:
  ///   - quote: The quote by its id, with its new content; an etag that isn't empty must be the
  ///     current one.
  ///   - mask: The fields to change; nil or empty = all that aren't the server's.
  package func updateQuote(
    _ quote: Quote, mask: FieldMask?, by editor: Editor
  ) async throws(EditProblem) -> UpdateQuoteResponse {
    let fields = try EditableField.named(by: mask)
    guard !quote.id.isEmpty else { throw .invalid(field: "quote.id", "is empty: name the quote.") }
    return try await edit(by: editor) { transaction throws(StoreError) in
      let store = transaction.store
      let current: Quote
      switch try store.living(quote.id, etag: quote.etag) {
      case .success(let living): current = living
      case .failure(let problem): return .failure(problem)
      }
      var changed = current
      for field in fields { field.copy(from: quote, to: &changed) }
      let draft: QuoteDraft
      do throws(EditProblem) { draft = try EditProblem.draft(of: changed) } catch {
        return .failure(error)
      }
      let content = draft.content(id: current.id)
      let names = EditableField.allCases.filter { $0.differs(content.quote, current) }
      if !names.isEmpty {
        if case .living(let id) = try store.match(id: "", contentKey: content.contentKey),
          id != current.id
        {
          return .failure(.quotePresent(id: id))
        }
        _ = try transaction.update(content)
        try transaction.audit(
          "UpdateQuote", of: current.id, by: editor,
          detail: names.map(\.rawValue).joined(separator: ","))
      }
      var response = UpdateQuoteResponse()
      response.quote = try store.quote(id: current.id)?.quote
      response.revision = try transaction.presentRevision()
      return .success(response)
    }
  }
}

extension EditableField {
  /// Whether two quotes differ in this field.
  fileprivate func differs(_ one: Quote, _ other: Quote) -> Bool {
    var changed = one
    copy(from: other, to: &changed)
    return changed != one
  }
}

extension Store {
  /// The living quote with an id, if its etag is the one given; an empty one stands for any.
  func living(_ id: String, etag: String) throws(StoreError) -> Result<Quote, EditProblem> {
    guard let stored = try quote(id: id), !stored.isDeleted else {
      return .failure(.quoteNotFound(id: id))
    }
    guard etag.isEmpty || etag == stored.quote.etag else {
      return .failure(.etagChanged(id: id, given: etag, current: stored.quote.etag))
    }
    return .success(stored.quote)
  }
}
