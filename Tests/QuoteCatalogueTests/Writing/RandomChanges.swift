// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel

/// Changes to a catalogue by chance, the same in every run: some in its first and its last quotes
/// only, so that most of it stays between them, some all over it.
struct RandomChanges {
  private var random: RepeatableRandom
  private var round = 0
  private var deleted: [Quote] = []

  init(seed: UInt64) { random = RepeatableRandom(seed: seed) }

  /// Deletes, brings back, edits and adds quotes, each in a write of its own.
  mutating func make(in catalogue: Catalogue) async throws {
    round += 1
    try await delete(from: catalogue)
    try await bringBack(to: catalogue)
    try await edit(in: catalogue)
    _ = try await catalogue.add((0..<Int.random(in: 1...40, using: &random)).map(newQuote))
  }

  private mutating func delete(from catalogue: Catalogue) async throws {
    let quotes = try catalogue.snapshots.latest.allQuotes()
    var gone = [Int.random(in: 0..<50, using: &random)]
    gone.append(quotes.count - 1 - Int.random(in: 0..<20, using: &random))
    if round % 3 == 0 {
      for _ in 0..<5 { gone.append(quotes.indices.randomElement(using: &random) ?? 0) }
    }
    deleted += Set(gone).sorted().map { quotes[$0] }
    _ = try await catalogue.deleteQuotes(ids: gone.map { quotes[$0].id }, by: .local)
  }

  private mutating func bringBack(to catalogue: Catalogue) async throws {
    deleted.shuffle(using: &random)
    let some = Array(deleted.prefix(deleted.count / 2))
    deleted.removeFirst(some.count)
    let options = AdmissionOptions(restoresDeleted: true, isDryRun: false, keepsIDs: false)
    _ = try await catalogue.importQuotes(some, options: options, by: .local)
  }

  private mutating func edit(in catalogue: Catalogue) async throws {
    let quotes = try catalogue.snapshots.latest.allQuotes()
    guard var quote = quotes.randomElement(using: &random) else { return }
    quote.creator = "Creator \(Int.random(in: 0..<9, using: &random))"
    quote.language = languages.randomElement(using: &random) ?? ""
    quote.tags = ["tag\(Int.random(in: 0..<7, using: &random))", "edited"]
    quote.rating = round % 4 == 0 ? .mature : .general
    let mask = FieldMask(paths: ["creator", "language", "tags", "rating"])
    _ = try await catalogue.updateQuote(quote, mask: mask, by: .local)
  }

  private func newQuote(_ number: Int) -> Quote {
    var quote = Workshop.quote(100_000 + 100 * round + number)
    quote.language = languages[(round + number / 20) % languages.count]
    return quote
  }

  private let languages = ["en", "fr", "fr-CA", "sv", "de"]
}
