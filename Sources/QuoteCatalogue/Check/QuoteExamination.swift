// SPDX-License-Identifier: Apache-2.0

package import QuoteModel

/// The flaws that a quote shows by itself.
package enum QuoteExamination {
  /// All of them, by kind.
  package static func flaws(of quote: Quote) -> [Flaw] {
    var flaws: [Flaw] = []
    func add(_ kind: FlawKind, _ message: String) {
      var flaw = Flaw()
      flaw.kind = kind
      flaw.quoteID = quote.id
      flaw.message = message
      flaws.append(flaw)
    }
    if quote.source.isEmpty, quote.sourceURL.isEmpty {
      add(.missingSource, "It names no source.")
    }
    let fields = [("text", quote.text), ("creator", quote.creator), ("source", quote.source)]
    for (name, text) in fields {
      let odd = OddCharacters.found(in: text, language: quote.language)
      if !odd.isEmpty { add(.oddCharacters, "The \(name) holds \(odd.joined(separator: ", ")).") }
    }
    for (name, text) in fields {
      guard let (word, scripts) = WritingCheck.mixedWord(in: text) else { continue }
      let names = scripts.map(\.rawValue).joined(separator: " and ")
      add(.mixedScripts, "The word \(Excerpt(word)) of the \(name) mixes \(names) letters.")
    }
    if quote.creator.isEmpty { add(.missingCreator, "It names no creator.") }
    if let script = WritingCheck.scriptAgainst(language: quote.language, in: quote.text) {
      add(
        .languageContradictsScript,
        "The language is \(quote.language), and most letters are \(script.rawValue).")
    }
    return flaws
  }
}
