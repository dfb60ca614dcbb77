// SPDX-License-Identifier: Apache-2.0

internal import QuoteComposer
internal import QuoteJSON
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
    session: String = "s", overflow: Overflow = .unspecified, limit: Int32 = 0,
    display: DisplayGrid? = nil
  ) throws -> Message {
    try Composer.compose(
      quote: quote, channel: channel, note: note, locale: locale, sessionID: session,
      overflow: overflow, limit: limit, display: display,
      publicURL: PublicURL("https://quotes.example/"))
  }

  static func grid(_ columns: Int32, _ rows: Int32, ascii: Bool = false) -> DisplayGrid {
    var grid = DisplayGrid()
    grid.columns = columns
    grid.rows = rows
    grid.ascii = ascii
    return grid
  }

  /// What calls people, or breaks out of markup, where a channel lets it.
  static let harmful: [String] = [
    "@everyone @here @channel @room", "<!channel> <!everyone> <@U024BE7LH> <#C123|x>",
    "<@!80351110224678912> <@&165511591545143296> <:a:1>", "@alice @alice@example.org ＠bob",
    "*bold* _it_ ~s~ `c` ```\nblock\n``` ||spoiler||", "[here](http://evil.example/a_b_c)",
    "# big\n-# small\n> quoted\n>>> all\n- a\n1. one\n+ b",
    "</blockquote><script>alert(1)</script>",
    "&amp; &lt;b&gt; &#x40;everyone", "\"}],\"allowed_mentions\":{\"parse\":[\"everyone\"]}",
    "a\r\nBcc: victim@example.org\r\n\r\nbody", "=?utf-8?Q?=0D=0ABcc:_x?=",
    "--=_quote--\n--=_quote",
    ".\nFrom here\n.", "\\*\\_\\", "<\u{301}script>&\u{301}lt;*\u{301}x*\u{301}",
    "https://example.org/a_b*c*d?x=@y", "tg://user?id=1 at://x did:plc:x @a.bsky.social",
  ]
}

extension Message {
  /// The body for the channel's API, read again.
  var payload: JSONValue {
    get throws { try JSONValue(reading: Array(payloadJSON.utf8)[...]) }
  }
}

extension JSONValue {
  /// The member of an object; null where there is none.
  subscript(_ name: String) -> JSONValue {
    guard case .object(let members) = self else { return .null }
    return members.first { $0.name == name }?.value ?? .null
  }

  /// The element of an array; null where there is none.
  subscript(_ index: Int) -> JSONValue {
    let elements = elements
    return elements.indices.contains(index) ? elements[index] : .null
  }

  var elements: [JSONValue] {
    guard case .array(let elements) = self else { return [] }
    return elements
  }

  var names: [String] {
    guard case .object(let members) = self else { return [] }
    return members.map(\.name)
  }

  /// A text; empty where it is none.
  var string: String {
    guard case .string(let string) = self else { return "" }
    return string
  }

  /// A number; negative where it is none.
  var number: Int {
    guard case .integer(let number) = self else { return -1 }
    return Int(number)
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
