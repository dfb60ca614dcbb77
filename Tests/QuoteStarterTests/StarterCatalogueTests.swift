// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteStarter
internal import Testing

@Suite("The starter catalogue")
struct StarterCatalogueTests {
  @Test("has a quote for every day of a year in English, and 30 in five other languages")
  func counts() throws {
    let counts = Dictionary(grouping: try StarterCatalogue.quotes(), by: \.language)
      .mapValues(\.count)
    #expect(counts["en", default: 0] >= 366)
    #expect(counts.count { $0.key != "en" && $0.value >= 30 } >= 5)
  }

  @Test("can be read to the last line, and each quote says what it must")
  func everyRow() throws {
    for file in StarterCatalogue.files {
      let lines = file.bytes.split(separator: 0x0A).count
      let quotes = try file.quotes()
      #expect(quotes.count == lines - 1)
      for quote in quotes {
        #expect(quote.tags.contains("starter"))
        #expect(quote.tags.count >= 2, "It has no subject: \(quote.text)")
        #expect(!quote.creator.isEmpty, "It has no creator: \(quote.text)")
        #expect(!quote.source.isEmpty, "It has no source: \(quote.text)")
        #expect(quote.language == file.language)
      }
    }
  }

  @Test("has each text once")
  func distinct() throws {
    let texts = try StarterCatalogue.quotes().map(\.text)
    #expect(Set(texts).count == texts.count)
  }
}
