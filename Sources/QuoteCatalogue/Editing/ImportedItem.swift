// SPDX-License-Identifier: Apache-2.0

internal import QuoteDigest
internal import QuoteModel
internal import QuoteStore

/// A quote of a batch, in its normal form and found good, or what is wrong with it.
enum ImportedItem: Sendable {
  /// A quote that gets its id by its content.
  case new(QuoteDraft)
  /// A quote that was in a catalogue before, under an id.
  case known(StoredContent, Past)
  case bad(QuoteProblem)

  /// What a quote brings along that was in a catalogue before.
  struct Past: Sendable {
    let created: Timestamp?
    let updated: Timestamp?
    let isDeleted: Bool
    let isPurged: Bool

    /// The past with the present for what it doesn't tell.
    func stored(at time: Timestamp) -> StoredPast {
      StoredPast(
        created: created ?? time, updated: updated ?? created ?? time, isDeleted: isDeleted,
        isPurged: isPurged)
    }
  }

  /// Normalises the quotes of a batch: outside of the transaction, which is to be short.
  static func items(of quotes: [Quote], keepsIDs: Bool) -> [Self] {
    var hash = SHA256()
    return quotes.map { quote in
      do throws(QuoteProblem) {
        guard keepsIDs else { return .new(try QuoteDraft(quote, by: &hash)) }
        return try known(quote, by: &hash)
      } catch {
        return .bad(error)
      }
    }
  }

  private static func known(
    _ quote: Quote, by hash: inout SHA256
  ) throws(QuoteProblem) -> Self {
    try check(quote.createTime, "create_time")
    try check(quote.updateTime, "update_time")
    try check(quote.deleteTime, "delete_time")
    let isDeleted = quote.deleteTime != nil
    let past = Past(
      created: quote.createTime ?? quote.deleteTime,
      updated: quote.deleteTime ?? quote.updateTime,
      isDeleted: isDeleted, isPurged: isDeleted && quote.text.isEmpty)
    guard !past.isPurged else {
      var erased = Quote()
      erased.id = try ownID(of: quote)
      // What its content's key was is gone with it; most often it was the same as its id.
      return .known(
        StoredContent(erased, contentKey: erased.id, nearKey: nil, length: 0), past)
    }
    let draft = try QuoteDraft(quote, by: &hash)
    let id = quote.id.isEmpty ? draft.key.description : try ownID(of: quote)
    return .known(draft.content(id: id), past)
  }

  private static func check(_ time: Timestamp?, _ field: String) throws(QuoteProblem) {
    guard let time else { return }
    // A date is what lies within the years that there are; it tells nothing of the fraction.
    guard CivilDate(utc: time) != nil, (0..<1_000_000_000).contains(time.nanoseconds) else {
      throw QuoteProblem(
        field: field,
        reason: "is \(time.seconds) s and \(time.nanoseconds) ns: it must be a moment of the years "
          + "1 to 9999.")
    }
  }

  private static func ownID(of quote: Quote) throws(QuoteProblem) -> String {
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
      case .new(let draft): outcomes.append(try take(draft, options))
      case .known(let content, let past):
        outcomes.append(try take(content, past, options))
      }
    }
    let added = outcomes.count { $0.outcome == .added || $0.outcome == .nearDuplicate }
    if added > 0 {
      try audit("ImportQuotes", of: "", by: editor, detail: "\(added) added")
    }
    return outcomes
  }

  private mutating func take(
    _ draft: QuoteDraft, _ options: AdmissionOptions
  ) throws(StoreError) -> ImportedQuote {
    let content = draft.content(id: draft.key.description)
    switch try store.match(draft) {
    case .living(let id): return .init(.present, id: id)
    case .purged(let id): return .init(.deletedBefore, id: id)
    case .deleted(let id):
      guard options.restoresDeleted else { return .init(.deletedBefore, id: id) }
      _ = try restore(draft.content(id: id))
      return .init(.added, id: id)
    case nil: return try add(content, nil)
    }
  }

  /// Takes a quote under the id that it had. The id decides; what was deleted doesn't count by its
  /// content, as the quote that was exported beside it may have come to say the same.
  private mutating func take(
    _ content: StoredContent, _ past: ImportedItem.Past, _ options: AdmissionOptions
  ) throws(StoreError) -> ImportedQuote {
    let id = content.quote.id
    let match = try store.match(id: id, contentKey: "")
    switch match {
    case .living: return .init(.present, id: id)
    case .purged: return .init(.deletedBefore, id: id)
    case .deleted where past.isDeleted || !options.restoresDeleted:
      return .init(.deletedBefore, id: id)
    case .deleted, nil: break
    }
    if !past.isDeleted,
      case .living(let other) = try store.match(id: "", contentKey: content.contentKey)
    {
      return .init(.present, id: other)
    }
    guard match == nil else {
      _ = try restore(content)
      return .init(.added, id: id)
    }
    return try add(content, past.stored(at: time))
  }

  private mutating func add(
    _ content: StoredContent, _ past: StoredPast?
  ) throws(StoreError) -> ImportedQuote {
    let id = content.quote.id
    let key = past?.isDeleted == true ? nil : content.nearKey
    let near = try key.flatMap { key throws(StoreError) in
      try store.nearQuote(key, except: id)
    }
    try insert(content, past: past)
    guard let near else { return .init(.added, id: id) }
    return .init(.nearDuplicate, id: id, problem: "It resembles quote \(near).")
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
