// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import Testing

@Suite("An export of a catalogue")
struct CatalogueRoundTripTests {
  /// A catalogue of hostile quotes, some of them edited, deleted, restored and purged.
  private func fill(_ catalogue: Catalogue) async throws {
    var random = HostileQuotes(seed: 11)
    var quotes: [Quote] = []
    while quotes.count < 400 {
      var quote = random.quote()
      quote.deleteTime = nil
      if (try? QuoteDraft(quote)) != nil { quotes.append(quote) }
    }
    let outcomes = try await catalogue.add(quotes)
    let ids = outcomes.filter { $0.outcome == .added }.map(\.id)
    #expect(ids.count > 200)
    for (index, id) in ids.enumerated() {
      switch index % 20 {
      case 3, 4: _ = try await catalogue.deleteQuote(id: id, etag: "", by: .local)
      case 7:
        var quote = Quote()
        quote.id = id
        quote.text = "Edited: \(index)"
        _ = try await catalogue.updateQuote(quote, mask: nil, by: .local)
      case 9: _ = try await catalogue.purgeQuote(id: id, reason: "a test", by: .local)
      default: break
      }
    }
    // One that comes to say what a deleted one said.
    var successor = Quote()
    successor.id = ids[0]
    successor.text = "Edited: again"
    _ = try await catalogue.updateQuote(successor, mask: nil, by: .local)
    var heir = successor
    heir.id = ids[20]
    _ = try await catalogue.deleteQuote(id: ids[0], etag: "", by: .local)
    _ = try await catalogue.updateQuote(heir, mask: nil, by: .local)
  }

  private func file(
    of catalogue: Catalogue, _ format: ExportFormat, includingDeleted: Bool
  ) async throws -> [UInt8] {
    var export = try await catalogue.export(includingDeleted: includingDeleted)
    var quotes: [Quote] = []
    var part: [UInt8] = []
    while export.appendPart(of: 10_000, to: &part) {
      quotes += try decodedQuotes(part)
      part.removeAll()
    }
    #expect(quotes.count == export.count)
    return format.file(of: quotes)
  }

  private func take(_ file: [UInt8], into catalogue: Catalogue) async throws -> [ImportOutcome] {
    let reading = Reading(file, nil)
    #expect(reading.problems == [])
    let options = AdmissionOptions(restoresDeleted: false, isDryRun: false, keepsIDs: true)
    var outcomes: [ImportOutcome] = []
    for start in stride(from: 0, to: reading.quotes.count, by: 1_000) {
      let batch = Array(reading.quotes[start..<min(start + 1_000, reading.quotes.count)])
      let response = try await catalogue.importQuotes(batch, options: options, by: .local)
      #expect(response.outcomes.map(\.problem).filter { $0.contains(":") } == [])
      outcomes += response.outcomes.map(\.outcome)
    }
    return outcomes
  }

  @Test("gives an equal catalogue elsewhere in each format, deleted quotes included")
  func equal() async throws {
    let first = try Workshop()
    let original = try first.open()
    try await fill(original)
    for format in ExportFormat.lossless {
      let second = try Workshop()
      let copy = try second.open()
      let file = try await file(of: original, format, includingDeleted: true)
      let outcomes = try await take(file, into: copy)
      #expect(outcomes.allSatisfy { $0 == .added || $0 == .nearDuplicate }, "\(format)")
      let isSame = try await self.file(of: copy, format, includingDeleted: true) == file
      #expect(isSame, "\(format)")
      let isSameLiving =
        try await self.file(of: copy, format, includingDeleted: false)
        == self.file(of: original, format, includingDeleted: false)
      #expect(isSameLiving, "\(format)")
      // Once more changes nothing.
      let again = try await take(file, into: copy)
      #expect(again.allSatisfy { $0 == .present || $0 == .deletedBefore }, "\(format)")
      let isSameAgain = try await self.file(of: copy, format, includingDeleted: true) == file
      #expect(isSameAgain, "\(format)")
    }
  }

  @Test("without ids taken over gives the same content under ids of its own")
  func content() async throws {
    let (first, second) = (try Workshop(), try Workshop())
    let original = try first.open()
    try await fill(original)
    let reading = Reading(try await file(of: original, .jsonl, includingDeleted: false), nil)
    let copy = try second.open()
    try await copy.add(reading.quotes)
    let contents = try [original, copy].map { catalogue in
      try catalogue.snapshots.latest.allQuotes().map { quote in
        var quote = quote
        (quote.id, quote.etag) = ("", "")
        (quote.createTime, quote.updateTime) = (nil, nil)
        return quote
      }
    }
    #expect(contents[0] == contents[1])
  }

  @Test("is in catalogue order, living and deleted quotes together, whatever the size of its parts")
  func order() async throws {
    let workshop = try Workshop()
    let catalogue = try workshop.open()
    try await catalogue.add(Workshop.quotes(0..<2_500))
    let ids = try catalogue.snapshots.latest.allQuotes().map(\.id)
    for index in [0, 1, 1_000, 1_023, 1_024, 2_499] {
      _ = try await catalogue.deleteQuote(id: ids[index], etag: "", by: .local)
    }
    for size in [1, 5_000, .max] {
      var export = try await catalogue.export(includingDeleted: true)
      var bytes: [UInt8] = []
      while export.appendPart(of: size, to: &bytes) {}
      let quotes = try decodedQuotes(bytes)
      #expect(quotes.map(\.id) == ids)
      #expect(
        quotes.indices.filter { quotes[$0].deleteTime != nil } == [
          0, 1, 1_000, 1_023, 1_024, 2_499,
        ])
    }
  }
}
