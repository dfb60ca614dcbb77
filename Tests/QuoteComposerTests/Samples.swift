// SPDX-License-Identifier: Apache-2.0

internal import QuoteComposer
internal import QuoteModel

/// Texts that have broken messages before.
enum Samples {
  static let hostile: [String] = [
    "I love milk & cookies!", "some_text - description", "> Hello", "</blockquote><script>",
    "👨‍👩‍👧‍👦👨‍👩‍👧‍👦 🇩🇪🇫🇷🇯🇵 👍🏽👍🏿", "𠮷野家で𠮷を食べる", "אמר \"שלום\" והלך", "@\u{202E}everyone",
    "a\0b\u{9B}31m\u{1B}[0m", "e\u{301}e\u{301} cafe\u{301}", "line one\r\nline two\rline three",
    "\tTabbed\ttext", "“Already quoted.”", "She said “no” and left.", "« Déjà cité »",
    "»Schon zitiert«",
    "知之为知之，不知为不知，是知也。", "「学びて思わざれば則ち罔し」", "z\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}algo",
    "…", "?", "a", "\u{301}begins with a mark", "word " + String(repeating: "x", count: 300),
    String(repeating: "سلام ", count: 60), String(repeating: "👩🏽‍🚀", count: 100),
    "Poems\n  keep\n\ntheir lines", "\u{2067}isolated\u{2069}", "nbsp\u{A0}between",
    "hi\u{E0068}dden",
    String(repeating: "Wisdom begins in wonder. ", count: 40),
  ]

  static func quote(
    _ text: String, creator: String = "", source: String = "", language: String = "",
    id: String = ""
  ) -> Quote {
    var quote = Quote()
    quote.text = text
    quote.creator = creator
    quote.source = source
    quote.language = language
    quote.id = id
    return quote
  }

  static func compose(
    _ quote: Quote, to channel: Channel = .plainText, note: String = "", locale: String = "",
    session: String = "s", overflow: Overflow = .unspecified, limit: Int32 = 0
  ) throws -> Message {
    try Composer.compose(
      quote: quote, channel: channel, note: note, locale: locale, sessionID: session,
      overflow: overflow, limit: limit, publicURL: PublicURL("https://quotes.example/"))
  }
}

extension MessageLength {
  init(used: Int32, limit: Int32, unit: String) {
    self.init()
    self.used = used
    self.limit = limit
    self.unit = unit
  }
}
