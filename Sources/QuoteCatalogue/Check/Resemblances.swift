// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteText

/// Finds quotes that resemble each other, out of what is noted of each: sixteen bytes.
struct Resemblances {
  private var rows: [(hash: UInt64, row: QuoteRow)] = []
  /// The first row of each creator, by the creator's number.
  private var firstRows: [UInt32: QuoteRow] = [:]

  /// Notes a quote; in catalogue order.
  mutating func note(_ quote: Quote, creator: UInt32, at row: QuoteRow) {
    rows.append((StableHash.of(Folding.forDuplicates(quote.text)), row))
    if firstRows[creator] == nil { firstRows[creator] = row }
  }

  /// The groups of rows that may have the same folded text, each in catalogue order, by their first.
  consuming func candidates() -> [[QuoteRow]] {
    rows.sort { ($0.hash, $0.row.order) < ($1.hash, $1.row.order) }
    var groups: [[QuoteRow]] = []
    var start = 0
    while start < rows.count {
      var end = start + 1
      while end < rows.count, rows[end].hash == rows[start].hash { end += 1 }
      if end - start > 1 { groups.append(rows[start..<end].map(\.row)) }
      start = end
    }
    return groups.sorted { $0[0].order < $1[0].order }
  }

  /// The flaws of a group: each quote with the first that has the same folded text.
  static func flaws(of group: [Quote]) -> [Flaw] {
    var firsts: [String: Quote] = [:]
    var flaws: [Flaw] = []
    for quote in group {
      let key = Folding.forDuplicates(quote.text)
      guard let first = firsts[key] else {
        firsts[key] = quote
        continue
      }
      flaws.append(flaw(of: quote, beside: first))
    }
    return flaws
  }

  private static func flaw(of quote: Quote, beside first: Quote) -> Flaw {
    var flaw = Flaw()
    flaw.quoteID = quote.id
    flaw.otherQuoteID = first.id
    let creators = [quote.creator, first.creator].map { Folding.forDuplicates($0) }
    if creators[0] == creators[1] {
      flaw.kind = .nearDuplicate
      flaw.message = "The same words are there, but for case, accents and punctuation."
    } else if creators.contains("") {
      flaw.kind = .nearDuplicate
      flaw.message =
        quote.creator.isEmpty
        ? "The same words are there, by \(Excerpt(first.creator))."
        : "The same words are there without their creator."
    } else {
      flaw.kind = .otherCreator
      flaw.message =
        "It is by \(Excerpt(quote.creator)) here and by \(Excerpt(first.creator)) there."
    }
    return flaw
  }

  /// Creators whose names are spelled in more than one way: the first quote of each other spelling,
  /// with the first of the spelling that came first.
  func spellings(named name: (UInt32) -> String, id: (QuoteRow) -> String) -> [Flaw] {
    var firsts: [String: (name: String, row: QuoteRow)] = [:]
    var flaws: [Flaw] = []
    for (creator, row) in firstRows.sorted(by: { $0.value.order < $1.value.order }) {
      let spelling = name(creator)
      guard !spelling.isEmpty else { continue }
      let key = Folding.forDuplicates(spelling)
      guard let first = firsts[key] else {
        firsts[key] = (spelling, row)
        continue
      }
      var flaw = Flaw()
      flaw.kind = .creatorSpelling
      flaw.quoteID = id(row)
      flaw.otherQuoteID = id(first.row)
      flaw.message =
        "The creator is spelled \(Excerpt(spelling)) here and \(Excerpt(first.name)) there."
      flaws.append(flaw)
    }
    return flaws
  }
}

extension QuoteRow {
  /// A number that rises in catalogue order.
  fileprivate var order: Int { segment * RowMask.capacity + row }
}
