// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import Testing

@Suite("The check of a quote")
struct CheckTests {
  private func messages(
    _ kind: FlawKind, text: String, creator: String = "X", source: String = "Y",
    language: String = ""
  ) -> [String] {
    var quote = Quote()
    quote.text = text
    quote.creator = creator
    quote.source = source
    quote.language = language
    return QuoteExamination.flaws(of: quote).filter { $0.kind == kind }.map(\.message)
  }

  @Test("finds nothing in a good one")
  func good() {
    for (text, language) in [
      ("Less is more.", "en"), ("« Je pense\u{A0}; donc je suis\u{A0}»", "fr"),
      ("己所不欲\u{3000}勿施於人", "zh"),
      ("Всё течёт.", "ru"), ("می\u{200C}خواهم", "fa"), ("👩‍👩‍👧 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🇨🇭", "en"), ("“Τὰ πάντα ῥεῖ”", "grc"),
      ("𠮷野家で", "ja"), ("1984", "he"), ("Živeli", "sr-Latn"), ("क्ष\u{200D}", "hi"),
    ] {
      var quote = Quote()
      quote.text = text
      quote.creator = "X"
      quote.source = "Y"
      quote.language = language
      #expect(QuoteExamination.flaws(of: quote) == [], "\(text)")
    }
  }

  @Test("misses source and creator, and is content with a link")
  func missing() {
    #expect(messages(.missingSource, text: "A", source: "") == ["It names no source."])
    #expect(messages(.missingCreator, text: "A", creator: "") == ["It names no creator."])
    var quote = Quote()
    quote.text = "A"
    quote.creator = "X"
    quote.sourceURL = "https://example.org"
    #expect(QuoteExamination.flaws(of: quote) == [])
  }

  @Test(
    "finds characters that are odd, by their names",
    arguments: [
      ("caf\u{FFFD}", "", "U+FFFD REPLACEMENT CHARACTER"),
      ("no\u{A0}break", "en", "U+00A0 NO-BREAK SPACE"), ("a\u{2009}b", "", "U+2009 THIN SPACE"),
      ("a\u{3000}b", "", "U+3000 IDEOGRAPHIC SPACE"), ("a\u{200B}b", "", "U+200B ZERO WIDTH SPACE"),
      ("a\u{200D}b", "", "U+200D ZERO WIDTH JOINER"), ("a\u{AD}b", "", "U+00AD SOFT HYPHEN"),
      ("a\u{200E}b", "", "U+200E LEFT-TO-RIGHT MARK"), ("\u{E000}", "", "U+E000 PRIVATE USE"),
      ("caf\u{C3}\u{A9}", "", "U+00C3 U+00A9, which is UTF-8 that was read as Latin-1"),
      ("it\u{E2}\u{20AC}\u{2122}s", "", "U+00E2 U+20AC, which is UTF-8 that was read as Latin-1"),
    ])
  func odd(text: String, language: String, name: String) {
    #expect(messages(.oddCharacters, text: text, language: language) == ["The text holds \(name)."])
    #expect(
      messages(.oddCharacters, text: "x", creator: text, language: language)
        == ["The creator holds \(name)."])
  }

  @Test(
    "finds words that mix scripts",
    arguments: [
      ("Mаrk Twain", "\"Mаrk\"", "Latin and Cyrillic"),
      ("Москвa", "\"Москвa\"", "Latin and Cyrillic"),
      ("Aθήνα", "\"Aθήνα\"", "Latin and Greek"), ("sοul", "\"sοul\"", "Latin and Greek"),
    ])
  func mixed(text: String, word: String, scripts: String) {
    #expect(
      messages(.mixedScripts, text: text)
        == ["The word \(word) of the text mixes \(scripts) letters."])
  }

  @Test(
    "lets pass what only stands side by side",
    arguments: ["IBM и Москва", "5 μm", "Δx", "C++/Си", "T-рубашка", "日本語OK", "e\u{301}a"])
  func notMixed(text: String) { #expect(messages(.mixedScripts, text: text) == []) }

  @Test(
    "finds languages that the letters speak against",
    arguments: [
      ("Less is more.", "ru", "Latin"), ("Всё течёт.", "en", "Cyrillic"),
      ("己所不欲，勿施於人", "de", "Han"),
      ("Less is more.", "zh-Hans", "Latin"), ("Живели", "sr-Latn", "Cyrillic"),
    ])
  func language(text: String, language: String, script: String) {
    #expect(
      messages(.languageContradictsScript, text: text, language: language)
        == ["The language is \(language), and most letters are \(script)."])
  }
}
