// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteStore
internal import QuoteText

extension SearchDocument {
  /// Names the rules by which documents are made: an index that other rules made is made anew.
  static var signature: String { "documents 1, words \(SearchWords.rules)" }

  /// What a search finds a quote by.
  init(_ quote: Quote, at position: UInt32) {
    var compounds: [String] = []
    func words(_ text: String) -> String {
      let groups = SearchWords.groups(of: text)
      compounds += groups.compactMap(\.compound)
      return groups.flatMap(\.words).joined(separator: " ")
    }
    self.init(
      position: Int64(position), text: words(quote.text), creator: words(quote.creator),
      source: words(quote.source), tags: words(quote.tags.joined(separator: "\n")),
      compounds: compounds.joined(separator: " "))
  }
}
