// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteStore

extension QuoteDraft {
  /// What the store keeps of it under an id.
  func content(id: String) -> StoredContent {
    var quote = quote
    quote.id = id
    return StoredContent(
      quote, contentKey: key.description, nearKey: nearKey, length: length)
  }
}

extension Store {
  /// The quote that has a draft's content now or had it first, or nil where the draft is new.
  func match(_ draft: QuoteDraft) throws(StoreError) -> StoredMatch? {
    try match(draft, id: draft.key.description)
  }

  /// The quote that has an id or a draft's content, or nil where both are new.
  func match(_ draft: QuoteDraft, id: String) throws(StoreError) -> StoredMatch? {
    try match(id: id, contentKey: draft.key.description)
  }
}
