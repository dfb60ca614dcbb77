// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import Testing

@Suite("The counts of an import")
struct ImportCountsTests {
  private func imported(_ outcome: ImportOutcome, problem: String = "") -> ImportedQuote {
    var imported = ImportedQuote()
    imported.outcome = outcome
    imported.problem = problem
    return imported
  }

  @Test("add up to all records, and tell what became of them")
  func summary() {
    var counts = ImportCounts()
    #expect(counts.summary(isDryRun: false) == "0 added, 0 present, 0 rejected: 0 quotes")
    #expect(counts.count(imported(.added)) == nil)
    #expect(counts.count(imported(.nearDuplicate)) == .warning)
    #expect(counts.count(imported(.present)) == nil)
    #expect(counts.count(imported(.deletedBefore)) == nil)
    #expect(counts.count(imported(.rejected, problem: "text is empty: …")) == .rejection)
    counts.deletedThere = 1
    #expect(
      counts.summary(isDryRun: true)
        == "2 would be added (1 near-duplicate), 1 present, 1 deleted before, 1 deleted there, "
        + "1 rejected: 6 quotes")
    var sum = counts
    sum.add(counts)
    #expect(sum.total == 12)
    #expect(sum.nearDuplicates == 2)
  }

  @Test("put rejections of one kind together, most frequent first")
  func rejections() {
    var counts = ImportCounts()
    for reason in [
      "text holds U+202E RIGHT-TO-LEFT OVERRIDE at character 2, which is not allowed.",
      "text has 5001 characters: at most 5000 are allowed.",
      "text holds U+202E RIGHT-TO-LEFT OVERRIDE at character 17, which is not allowed.",
      "year is \"soon\": it must be a whole number.",
      "year is \"late: x\": it must be a whole number.",
      "year is \"\": it must be a whole number.",
    ] {
      counts.reject(reason)
    }
    #expect(
      counts.rejectionLines == [
        "  3 × year is …",
        "  2 × text holds U+202E RIGHT-TO-LEFT OVERRIDE at character …, which is not allowed.",
        "  1 × text has … characters",
      ])
  }
}
