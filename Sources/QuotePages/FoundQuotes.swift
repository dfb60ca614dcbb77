// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel

/// A page of quotes, of all or of those that were searched for.
struct FoundQuotes {
  var quotes: [Quote] = []
  /// What the next page is asked for with; empty = this is the last.
  var nextToken = ""
  /// How many there are on all pages, where that is known.
  var total: Int?
  /// What was searched for; nil = all were asked for.
  var words: String?
  /// Why none could be asked for.
  var problem: String?

  /// Whether some were searched for.
  var isSearch: Bool { words != nil }

  /// What a reader is told of them.
  var summary: HTML {
    if let problem { return "<bdi>\(problem)</bdi>" }
    guard let words else { return "\(summaryText)" }
    return quotes.isEmpty
      ? "No quote has “<bdi>\(words)</bdi>”." : "Quotes with “<bdi>\(words)</bdi>”"
  }

  /// The same without markup.
  var summaryText: String {
    if let problem { return problem }
    if let words { return quotes.isEmpty ? "No quote has “\(words)”." : "Quotes with “\(words)”" }
    return total == 1 ? "1 quote" : "\(Self.grouped(total ?? 0)) quotes"
  }

  /// A number with its thousands apart.
  private static func grouped(_ number: Int) -> String {
    var text = ""
    for (place, digit) in String(number).reversed().enumerated() {
      if place > 0, place % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }
}
