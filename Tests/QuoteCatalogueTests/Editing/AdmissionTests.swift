// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteStore
internal import Testing

@Suite("A batch that is imported")
struct AdmissionTests {
  private let workshop: Workshop
  private let catalogue: Catalogue

  init() throws {
    workshop = try Workshop()
    catalogue = try workshop.open(founding: Workshop.quotes(0..<3))
  }

  private func take(
    _ quotes: [Quote], restoresDeleted: Bool = false, isDryRun: Bool = false, keepsIDs: Bool = false
  ) async throws(EditProblem) -> [ImportedQuote] {
    try await catalogue.importQuotes(
      quotes,
      options: AdmissionOptions(
        restoresDeleted: restoresDeleted, isDryRun: isDryRun, keepsIDs: keepsIDs),
      by: .local
    ).outcomes
  }

  private func quotes() throws -> [Quote] { try catalogue.snapshots.latest.allQuotes() }

  @Test("brings back what was deleted where that is asked for, at its old place")
  func restores() async throws {
    let ids = try quotes().map(\.id)
    _ = try await catalogue.deleteQuotes(ids: ids, by: .local)
    var again = Workshop.quote(1)
    again.source = "A source"
    #expect(try await take([again]) == [.deletedBefore(id: ids[1])])
    let outcomes = try await take([Workshop.quote(9), again], restoresDeleted: true)
    #expect(outcomes[1] == .added(id: ids[1]))
    #expect(try quotes().map(\.text) == [again.text, Workshop.quote(9).text])
    #expect(try quotes()[0].source == "A source")
    #expect(try await take([again], restoresDeleted: true) == [.present(id: ids[1])])
  }

  @Test("never brings back what was purged")
  func purged() async throws {
    let id = try quotes()[1].id
    _ = try await catalogue.purgeQuote(id: id, reason: "law", by: .local)
    #expect(
      try await take([Workshop.quote(1)], restoresDeleted: true) == [.deletedBefore(id: id)])
    #expect(try quotes().count == 2)
  }

  @Test("is only tried where that is asked for, with the outcomes that it would have")
  func dryRun() async throws {
    let batch = [Workshop.quote(5), Quote(), Workshop.quote(1), Workshop.quote(5)]
    let revision = catalogue.snapshots.latest.revision
    let response = try await catalogue.importQuotes(
      batch, options: AdmissionOptions(restoresDeleted: false, isDryRun: true, keepsIDs: false),
      by: .local)
    #expect(catalogue.snapshots.latest.count == 3 && response.revision == revision)
    #expect(catalogue.snapshots.latest.revision == revision)
    #expect(response.outcomes.map(\.outcome) == [.added, .rejected, .present, .present])
    #expect(try await take(batch) == response.outcomes)
  }

  @Test(
    "refuses a quote with a time that is none, and takes the rest in",
    arguments: [
      Timestamp(seconds: 1_000_000_000_000_000_000), Timestamp(seconds: .min),
      Timestamp(seconds: .max), Timestamp(seconds: 253_402_300_800),
      Timestamp(seconds: -62_135_596_801), Timestamp(seconds: 0, nanoseconds: -1),
      Timestamp(seconds: 0, nanoseconds: 1_000_000_000),
    ])
  func impossibleTime(time: Timestamp) async throws {
    var bad = [Workshop.quote(7), Workshop.quote(8), Workshop.quote(9)]
    bad[0].createTime = time
    bad[1].updateTime = time
    bad[2].deleteTime = time
    let outcomes = try await take(bad + [Workshop.quote(6)], keepsIDs: true)
    #expect(outcomes.map(\.outcome) == [.rejected, .rejected, .rejected, .added])
    #expect(outcomes[0].problem.contains("create_time"), "\(outcomes[0].problem)")
  }

  @Test("reports what resembles another, within the batch too")
  func near() async throws {
    var one = Workshop.quote(1)
    one.text = "…happy too."
    var two = one
    two.text = "Happy, TOO!"
    var three = two
    three.creator = "Someone else"
    let outcomes = try await take([one, two, three])
    #expect(outcomes.map(\.outcome) == [.added, .nearDuplicate, .nearDuplicate])
    #expect(outcomes[1].problem == "It resembles quote \(outcomes[0].id).")
    #expect(try quotes().count == 6)
  }

  @Test("has 1,000 quotes at most")
  func size() async throws {
    await expect(.tooManyQuotes(1_001)) { _ = try await take(Workshop.quotes(0..<1_001)) }
    #expect(try await take(Workshop.quotes(0..<1_000)).count == 1_000)
  }

  @Test("makes a catalogue equal to the one that it comes from, deleted quotes included")
  func equal() async throws {
    let ids = try quotes().map(\.id)
    // One holds what a deleted one held before, and one was purged.
    _ = try await catalogue.deleteQuotes(ids: [ids[0]], by: .local)
    var edited = Workshop.quote(0)
    edited.id = ids[1]
    _ = try await catalogue.updateQuote(edited, mask: nil, by: .local)
    _ = try await catalogue.purgeQuote(id: ids[2], reason: "law", by: .local)
    let exported = try await Self.export(catalogue)
    let other = try Workshop()
    let copy = try other.open()
    let options = AdmissionOptions(restoresDeleted: false, isDryRun: false, keepsIDs: true)
    let response = try await copy.importQuotes(exported, options: options, by: .local)
    #expect(response.outcomes == ids.map { .added(id: $0) })
    #expect(try await Self.export(copy) == exported)
    let again = try await copy.importQuotes(exported, options: options, by: .local)
    #expect(
      again.outcomes == [
        .deletedBefore(id: ids[0]), .present(id: ids[1]), .deletedBefore(id: ids[2]),
      ])
  }

  /// All quotes in catalogue order without their etags, those that were deleted marked.
  private static func export(_ catalogue: Catalogue) async throws -> [Quote] {
    try await catalogue.read { (store, _) throws(StoreError) in
      try store.quotes(after: 0, limit: 100).map { stored in
        var quote = stored.quote
        quote.etag = ""
        if stored.isDeleted { quote.deleteTime = quote.updateTime }
        return quote
      }
    }
  }

  @Test("with ids of its own goes by them first, then by living content")
  func keptIDs() async throws {
    let ids = try quotes().map(\.id)
    var known = Workshop.quote(50)
    known.id = ids[0]
    var same = Workshop.quote(1)
    same.id = "aaaaaaaaaaaaaaaa"
    var bad = Workshop.quote(51)
    bad.id = "AAAAAAAAAAAAAAAA"
    var none = Workshop.quote(52)
    none.createTime = Timestamp(seconds: 5)
    let outcomes = try await take([known, same, bad, none], keepsIDs: true)
    #expect(outcomes[0] == .present(id: ids[0]) && outcomes[1] == .present(id: ids[1]))
    #expect(outcomes[2].outcome == .rejected && outcomes[2].problem.hasPrefix("id "))
    #expect(outcomes[3].outcome == .added)
    let last = try #require(try quotes().last)
    #expect(last.createTime == Timestamp(seconds: 5) && last.updateTime == last.createTime)
    #expect(last.id == outcomes[3].id && last.id.utf8.count == 16)
  }
}
