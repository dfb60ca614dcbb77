// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import Testing

@Suite("The check of a catalogue")
struct CatalogueCheckTests {
  private func flaws(of texts: [(text: String, creator: String)]) async throws -> [[String]] {
    let workshop = try Workshop()
    let catalogue = try workshop.open()
    try await catalogue.add(
      texts.map { entry in
        var quote = Quote()
        quote.text = entry.text
        quote.creator = entry.creator
        quote.source = "Y"
        return quote
      })
    let snapshot = catalogue.snapshots.latest
    let numbers = Dictionary(
      uniqueKeysWithValues: try snapshot.allQuotes().enumerated().map { ($1.id, $0) })
    var check = CatalogueCheck(snapshot)
    var found: [[String]] = []
    while let flaws = check.next() {
      for flaw in flaws {
        let ids = [flaw.quoteID, flaw.otherQuoteID].compactMap { numbers[$0] }
        found.append(["\(flaw.kind.rawValue)"] + ids.map { "\($0)" })
      }
    }
    #expect(check.quoteCount == texts.count)
    return found
  }

  @Test("finds near-duplicates, each with the first")
  func nearDuplicates() async throws {
    #expect(
      try await flaws(of: [
        ("You can be happy too.", "A"), ("Another.", "A"), ("You can be happy, too!", "A"),
        ("you CAN be happy too", "A"), ("You can be happy two.", "A"),
      ]) == [["1", "2", "0"], ["1", "3", "0"]])
  }

  @Test("finds the same text by another creator, or by none")
  func otherCreators() async throws {
    #expect(
      try await flaws(of: [
        ("The way that can be told.", "Lao Tzu"), ("The way that can be told", "Laozi"),
        ("Less.", ""), ("Less!", "B"),
      ]) == [["7", "2"], ["5", "1", "0"], ["1", "3", "2"]])
  }

  @Test("finds creators that are spelled in two ways, once for each way")
  func spellings() async throws {
    #expect(
      try await flaws(of: [
        ("A", "Mark Twain"), ("B", "MARK TWAIN"), ("C", "Mark Twain."), ("D", "MARK TWAIN"),
        ("E", "Mark Twin"),
      ]) == [["6", "1", "0"], ["6", "2", "0"]])
  }

  @Test("finds nothing in a good catalogue, nor in an empty one")
  func good() async throws {
    #expect(try await flaws(of: []) == [])
    #expect(try await flaws(of: (0..<3_000).map { ("Text \($0)", "C \($0 % 7)") }) == [])
  }
}
