// SPDX-License-Identifier: Apache-2.0

internal import QuoteText

/// How much one search may ask for.
package enum SearchLimits {
  /// The bytes of a query: more than anyone types, enough for a long sentence.
  package static let queryBytes = 4_096
  /// The words of a query, where a character of Chinese, Japanese, Korean or Thai counts as one.
  package static let queryWords = 64
  /// The matches that all pages of a search hold together.
  package static let matches = 1_000
  /// The matches that are ranked: of more, those that were added first.
  package static let rankedMatches = 50_000
  /// How long one search may keep its thread.
  package static let time = Duration.seconds(2)
  /// The searches that may wait for a thread.
  package static let waiting = 256
  /// How long a search waits for the index to see what the catalogue has.
  package static let patience = Duration.seconds(2)
  /// The characters of a last word from which on it is also found as the beginning of longer ones.
  static let prefixCharacters = 3
}

/// What somebody looks for, in the terms of the search index.
///
/// All words must occur. Words in quotation marks must follow each other. What a person writes never
/// becomes syntax: only words of `SearchWords` get into the expression, each in quotation marks.
struct SearchQuery: Hashable {
  /// The query in FTS5's language.
  let expression: String

  /// Reads a query, or throws why there is nothing to be looked for.
  init(_ query: String) throws(ListProblem) {
    guard query.utf8.count <= SearchLimits.queryBytes else {
      throw .longQuery(bytes: query.utf8.count)
    }
    let parts = Self.parts(of: query)
    var terms: [Term] = []
    for part in parts {
      let groups = SearchWords.groups(of: part.text)
      terms += part.isPhrase && groups.count > 1 ? [Term(phrase: groups)] : groups.map(Term.init)
    }
    guard let last = terms.last else { throw .queryWithoutWord(query) }
    let words = terms.reduce(0) { $0 + $1.words.count }
    guard words <= SearchLimits.queryWords else { throw .manyWords(words) }
    // Who has not closed a quotation mark is still writing, as who has not ended a word.
    if parts.last?.isClosed == false { terms[terms.count - 1] = last.openEnded }
    var seen: Set<String> = []
    expression = terms.map(\.expression).filter { seen.insert($0).inserted }
      .joined(separator: " AND ")
  }

  /// A stretch of a query within quotation marks or outside of them.
  private struct Part {
    var text = String.UnicodeScalarView()
    let isPhrase: Bool
    /// Whether a quotation mark stands behind it, though it be the last.
    var isClosed = false

    init(isPhrase: Bool) { self.isPhrase = isPhrase }
  }

  private static func parts(of query: String) -> [(text: String, isPhrase: Bool, isClosed: Bool)] {
    var parts = [Part(isPhrase: false)]
    for scalar in query.unicodeScalars {
      if isQuotationMark(scalar) {
        let last = parts.count - 1
        parts[last].isClosed = parts[last].isPhrase
        parts.append(Part(isPhrase: !parts[last].isPhrase))
      } else {
        parts[parts.count - 1].text.append(scalar)
      }
    }
    // Nothing but a closing quotation mark at the end closes the query.
    if let last = parts.last, !last.isPhrase, parts.count > 1,
      !last.text.contains(where: { !$0.properties.isWhitespace })
    {
      parts.removeLast()
    }
    return parts.map { (String($0.text), $0.isPhrase, $0.isClosed) }
  }

  private static func isQuotationMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x22, 0xAB, 0xBB, 0x201C...0x201F, 0x300C...0x300F, 0x301D...0x301F, 0xFF02: true
    default: false
    }
  }
}

/// Words that must follow each other.
private struct Term {
  let words: [String]
  /// The same as one word, which is as good.
  private let compound: String?
  private let isUnspaced: Bool
  /// Whether the last word may go on.
  private var isOpenEnded = false

  init(_ group: SearchWords.Group) {
    // The last character alone is there for texts that end with it: within a query it says nothing.
    words = group.isUnspaced && group.words.count > 1 ? group.words.dropLast() : group.words
    compound = group.compound
    isUnspaced = group.isUnspaced
    isOpenEnded = group.isUnspaced && group.words.count == 1
  }

  init(phrase groups: [SearchWords.Group]) {
    words = groups.enumerated().flatMap { index, group in
      // At the end of the phrase a text may go on; before, the character stands alone.
      index == groups.count - 1 ? Term(group).words : group.words
    }
    compound = nil
    isUnspaced = false
    isOpenEnded = groups.last.map { $0.isUnspaced && $0.words.count == 1 } ?? false
  }

  /// The same with a last word that may go on, if it is long enough.
  var openEnded: Term {
    var term = self
    let count = words.last?.unicodeScalars.count ?? 0
    if !isUnspaced, count >= SearchLimits.prefixCharacters { term.isOpenEnded = true }
    return term
  }

  var expression: String {
    let exact = "\"" + words.joined(separator: " ") + "\""
    var choices = [exact]
    if let compound { choices.append("\"\(compound)\"") }
    // The whole word counts once more than what only begins so, and comes first.
    if isOpenEnded {
      choices = isUnspaced ? choices.map { $0 + " *" } : choices + choices.map { $0 + " *" }
    }
    return choices.count == 1 ? choices[0] : "(" + choices.joined(separator: " OR ") + ")"
  }
}
