// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import Testing

@Suite("A catalogue")
struct CatalogueTests {
  private let workshop: Workshop

  init() throws { workshop = try Workshop() }

  @Test("shows what was added at once, and again after it was closed")
  func keeps() throws {
    var before: [Quote] = []
    do {
      let catalogue = try workshop.open()
      let reader = CatalogueReader(catalogue.snapshots)
      #expect(reader.snapshot.count == 0)
      _ = try catalogue.importQuotes(Workshop.quotes(0..<2_500))
      before = try reader.snapshot.allQuotes()
      #expect(before.map(\.text) == Workshop.quotes(0..<2_500).map(\.text))
    }
    let after = try workshop.open().snapshots.latest
    #expect(try after.allQuotes() == before)
  }
}
