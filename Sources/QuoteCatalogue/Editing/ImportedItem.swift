// SPDX-License-Identifier: Apache-2.0

internal import QuoteDigest
internal import QuoteModel
internal import QuoteStore

/// A quote of a batch, in its normal form and found good, or what is wrong with it.
enum ImportedItem: Sendable {
  case good(QuoteDraft, id: String, Past?)
  case bad(QuoteProblem)

  /// What a quote brings along that was in a catalogue before.
  struct Past: Sendable {
    let created: Timestamp?
    let updated: Timestamp?
  }

  /// Normalises the quotes of a batch: outside of the transaction, which is to be short.
  static func items(of quotes: [Quote], keepsIDs: Bool) -> [Self] {
    var hash = SHA256()
    return quotes.map { quote in
      do throws(QuoteProblem) {
        let draft = try QuoteDraft(quote, by: &hash)
        guard keepsIDs else { return .good(draft, id: draft.key.description, nil) }
        return .good(
          draft, id: try ownID(of: quote) ?? draft.key.description,
          Past(created: quote.createTime, updated: quote.updateTime))
      } catch {
        return .bad(error)
      }
    }
  }

  private static func ownID(of quote: Quote) throws(QuoteProblem) -> String? {
    guard !quote.id.isEmpty else { return nil }
    guard let id = QuoteID(quote.id) else {
      throw QuoteProblem(
        field: "id", reason: "is \(Excerpt(quote.id)): it must be 16 characters of base32.")
    }
    return id.description
  }
}

extension StoreTransaction {
  /// Takes a batch in; returns what became of each quote.
  mutating func take(
    _ items: [ImportedItem], _ options: AdmissionOptions, by editor: Editor
  ) throws(StoreError) -> [ImportedQuote] {
    var outcomes: [ImportedQuote] = []
    outcomes.reserveCapacity(items.count)
    for item in items {
      switch item {
      case .bad(let problem): outcomes.append(.rejected(problem))
      case .good(let draft, let id, let past):
        outcomes.append(try take(draft, id: id, past, options))
      }
    }
    let added = outcomes.count { $0.outcome == .added || $0.outcome == .nearDuplicate }
    if added > 0 {
      try audit("ImportQuotes", of: "", by: editor, detail: "\(added) added")
    }
    return outcomes
  }

  private mutating func take(
    _ draft: QuoteDraft, id: String, _ past: ImportedItem.Past?, _ options: AdmissionOptions
  ) throws(StoreError) -> ImportedQuote {
    switch try store.match(draft, id: id) {
    case .living(let id): return .init(.present, id: id)
    case .purged(let id): return .init(.deletedBefore, id: id)
    case .deleted(let id):
      guard options.restoresDeleted else { return .init(.deletedBefore, id: id) }
      _ = try restore(draft.content(id: id))
      return .init(.added, id: id)
    case nil:
      let near = try store.nearQuote(draft.nearKey, except: id)
      try insert(
        draft.content(id: id),
        past: past.map { past in
          StoredPast(
            created: past.created ?? time, updated: past.updated ?? past.created ?? time,
            isDeleted: false, isPurged: false)
        })
      guard let near else { return .init(.added, id: id) }
      return .init(.nearDuplicate, id: id, problem: "It resembles quote \(near).")
    }
  }
}

extension ImportedQuote {
  fileprivate init(_ outcome: ImportOutcome, id: String, problem: String = "") {
    self.init()
    self.outcome = outcome
    self.id = id
    self.problem = problem
  }

  fileprivate static func rejected(_ problem: QuoteProblem) -> Self {
    Self(.rejected, id: "", problem: problem.description)
  }
}
