// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteStore
internal import Testing

@Suite("An editor")
struct EditingTests {
  private let workshop: Workshop
  private let catalogue: Catalogue

  init() throws {
    workshop = try Workshop()
    catalogue = try workshop.open(founding: Workshop.quotes(0..<3))
  }

  private func quotes() throws -> [Quote] { try catalogue.snapshots.latest.allQuotes() }

  /// The actions of the audit log and what they were about.
  private func audit() async throws -> [String] {
    try await catalogue.read { (store, _) throws(StoreError) in
      try store.auditLines(after: 0, limit: 100).map { "\($0.action) \($0.target) \($0.detail)" }
    }
  }

  @Test("adds a quote, in its normal form, with an id, times and an etag")
  func creates() async throws {
    var given = Workshop.quote(9)
    given.text = "  Cafe\u{301}  "
    given.id = "ignored"
    given.etag = "7"
    let response = try await catalogue.createQuote(given, by: .local)
    let quote = try #require(response.quote)
    #expect(quote.text == "Caf\u{E9}" && quote.id.utf8.count == 16)
    #expect(quote.createTime == Workshop.noon && quote.updateTime == Workshop.noon)
    #expect(quote.etag == String(response.revision) && response.nearDuplicateOf.isEmpty)
    #expect(try quotes().last == quote)
    #expect(catalogue.snapshots.latest.revision == response.revision)
    #expect(try await audit() == ["CreateQuote \(quote.id) "])
  }

  @Test("is told which quote one resembles that was added all the same")
  func nearDuplicate() async throws {
    let first = try quotes()[0]
    var near = Workshop.quote(0)
    near.text = "TEXT: number 0"
    let response = try await catalogue.createQuote(near, by: .local)
    #expect(response.nearDuplicateOf == first.id)
    #expect(try quotes().count == 4)
  }

  @Test("can't add what is there, was there first, or was deleted")
  func createsOnce() async throws {
    let id = try quotes()[0].id
    await expect(.quotePresent(id: id)) { try await create(Workshop.quote(0)) }
    try await change(id) { $0.text = "Another." }
    await expect(.quotePresent(id: id)) { try await create(Workshop.quote(0)) }
    _ = try await catalogue.deleteQuote(id: id, etag: "", by: .local)
    await expect(.deletedBefore(id: id)) { try await create(Workshop.quote(0)) }
    var corrected = Workshop.quote(0)
    corrected.text = "Another."
    await expect(.deletedBefore(id: id)) { try await create(corrected) }
  }

  @Test("is told the field of a quote that can't be added")
  func invalid() async throws {
    let problem = await problem { try await create(Quote()) }
    #expect(problem?.field == "quote.text" && problem?.kind == .invalid)
    #expect(try quotes().count == 3)
  }

  @Test(
    "changes the fields that the mask names and no other",
    arguments: [
      ("text", "New."), ("creator", "New"), ("source", "New"), ("year", "1999"),
      ("language", "de"), ("tags", "new"), ("source_url", "https://new.example"),
      ("attribution", "2"), ("rating", "2"), ("translation_of", "aaaaaaaaaaaaaaaa"),
    ])
  func masks(field: String, value: String) async throws {
    let before = try quotes()[1]
    var given = Quote()
    given.id = before.id
    given.text = "New."
    given.creator = "New"
    given.source = "New"
    given.year = 1_999
    given.language = "de"
    given.tags = ["new"]
    given.sourceURL = "https://new.example"
    given.attribution = .attributed
    given.rating = .mature
    given.translationOf = "aaaaaaaaaaaaaaaa"
    let mask = FieldMask(paths: [field])
    let response = try await catalogue.updateQuote(given, mask: mask, by: .local)
    let after = try #require(response.quote)
    let changed = Self.fields.filter { $0.value(after) != $0.value(before) }
    #expect(changed.map(\.name) == [field])
    #expect(changed.first?.value(after) == value)
    #expect(after.id == before.id && after.createTime == before.createTime)
    #expect(after.etag == String(response.revision))
    #expect(try quotes()[1] == after)
  }

  @Test("changes all fields where the mask is empty", arguments: [nil, FieldMask()])
  func emptyMask(mask: FieldMask?) async throws {
    var given = Quote()
    given.id = try quotes()[1].id
    given.text = "Only a text."
    _ = try await catalogue.updateQuote(given, mask: mask, by: .local)
    let after = try quotes()[1]
    #expect(after.text == "Only a text." && after.creator.isEmpty && after.tags.isEmpty)
  }

  @Test(
    "is refused a mask that names what isn't theirs to change",
    arguments: [
      ("id", EditProblem.serverField("id")), ("etag", .serverField("etag")),
      ("create_time", .serverField("create_time")), ("delete_time", .serverField("delete_time")),
      ("Text", .unknownField("Text")), ("", .unknownField("")), ("*", .unknownField("*")),
      ("text.x", .unknownField("text.x")),
    ])
  func badMasks(path: String, expected: EditProblem) async throws {
    var quote = try quotes()[1]
    quote.text = "New."
    let mask = FieldMask(paths: ["text", path])
    await expect(expected) {
      _ = try await catalogue.updateQuote(quote, mask: mask, by: .local)
    }
    #expect(expected.kind == .invalid && expected.field == "update_mask")
    #expect(try quotes()[1].text == Workshop.quote(1).text)
  }

  @Test("changes and deletes only what they have seen, where they name its etag")
  func etags() async throws {
    let seen = try quotes()[1]
    try await change(seen.id) { $0.source = "A source" }
    let current = try quotes()[1].etag
    let changed = EditProblem.etagChanged(id: seen.id, given: seen.etag, current: current)
    #expect(changed.kind == .changedMeanwhile)
    await expect(changed) { _ = try await catalogue.updateQuote(seen, mask: nil, by: .local) }
    await expect(changed) {
      _ = try await catalogue.deleteQuote(id: seen.id, etag: seen.etag, by: .local)
    }
    _ = try await catalogue.deleteQuote(id: seen.id, etag: current, by: .local)
    #expect(try quotes().count == 2)
  }

  @Test("writes nothing by a change that changes nothing")
  func noChange() async throws {
    let quote = try quotes()[1]
    let revision = catalogue.snapshots.latest.revision
    let response = try await catalogue.updateQuote(quote, mask: nil, by: .local)
    #expect(response.quote == quote && response.revision == revision)
    #expect(catalogue.snapshots.latest.revision == revision)
    #expect(try await audit().isEmpty)
  }

  @Test("can't give a quote what another holds, but may what was deleted held")
  func conflict() async throws {
    let ids = try quotes().map(\.id)
    var given = Workshop.quote(0)
    given.id = ids[1]
    await expect(.quotePresent(id: ids[0])) {
      _ = try await catalogue.updateQuote(given, mask: nil, by: .local)
    }
    _ = try await catalogue.deleteQuote(id: ids[0], etag: "", by: .local)
    _ = try await catalogue.updateQuote(given, mask: nil, by: .local)
    #expect(try quotes().map(\.text) == [Workshop.quote(0).text, Workshop.quote(2).text])
  }

  @Test("is told that a quote isn't there", arguments: ["", "aaaaaaaaaaaaaaaa", "x"])
  func notFound(id: String) async throws {
    let kind = id.isEmpty ? EditProblem.Kind.invalid : .notFound
    var quote = Workshop.quote(1)
    quote.id = id
    let given = quote
    let problems = await [
      problem { _ = try await catalogue.updateQuote(given, mask: nil, by: .local) },
      problem { _ = try await catalogue.deleteQuote(id: id, etag: "", by: .local) },
      problem { _ = try await catalogue.purgeQuote(id: id, reason: "law", by: .local) },
    ]
    #expect(problems.map { $0?.kind } == [kind, kind, kind])
  }

  @Test("erases a quote for good, deleted or not, and says why")
  func purges() async throws {
    let ids = try quotes().map(\.id)
    _ = try await catalogue.deleteQuote(id: ids[1], etag: "", by: .local)
    await expect(.invalid(field: "reason", "is empty: say why, for the audit log.")) {
      _ = try await catalogue.purgeQuote(id: ids[0], reason: "", by: .local)
    }
    for id in ids[..<2] { _ = try await catalogue.purgeQuote(id: id, reason: "law", by: .local) }
    #expect(try quotes().map(\.id) == [ids[2]])
    let again = try await catalogue.purgeQuote(id: ids[0], reason: "law", by: .local)
    #expect(again.revision == catalogue.snapshots.latest.revision)
    await expect(.deletedBefore(id: ids[0])) { try await create(Workshop.quote(0)) }
    #expect(
      try await audit() == [
        "DeleteQuote \(ids[1]) ", "PurgeQuote \(ids[0]) law", "PurgeQuote \(ids[1]) law",
      ])
  }

  private static let fields: [(name: String, value: @Sendable (Quote) -> String)] = [
    ("text", { $0.text }), ("creator", { $0.creator }), ("source", { $0.source }),
    ("year", { "\($0.year)" }), ("language", { $0.language }),
    ("tags", { $0.tags.joined(separator: ",") }), ("source_url", { $0.sourceURL }),
    ("attribution", { "\($0.attribution.rawValue)" }), ("rating", { "\($0.rating.rawValue)" }),
    ("translation_of", { $0.translationOf }),
  ]

  private func create(_ quote: Quote) async throws(EditProblem) {
    _ = try await catalogue.createQuote(quote, by: .local)
  }

  private func change(_ id: String, _ body: (inout Quote) -> Void) async throws {
    let row = try #require(catalogue.snapshots.latest.row(id: id))
    var quote = catalogue.snapshots.latest.quote(at: row)
    quote.etag = ""
    body(&quote)
    _ = try await catalogue.updateQuote(quote, mask: nil, by: .local)
  }
}
