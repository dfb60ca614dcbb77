// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel

/// Makes quotes of whatever could confuse a format, in their normal form: the same for the same
/// seed.
struct HostileQuotes {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// A quote with some of its fields set.
  mutating func quote() -> Quote {
    var quote = Quote()
    quote.text = text(1...12)
    if chance(2) { quote.creator = line(1...4) }
    if chance(2) { quote.source = line(1...4) }
    if chance(2) { quote.year = Int32(number(below: 12_000)) - 6_000 }
    if chance(2) { quote.language = pick(["en", "de", "pt-BR", "zh-Hans-CN"]) }
    if chance(2) {
      for _ in 0..<number(below: 4) {
        let tag = line(1...2).lowercased()
        if !quote.tags.contains(tag) { quote.tags.append(tag) }
      }
    }
    if chance(3) { quote.sourceURL = "https://example.org/?a=\(number(below: 99)),\"b\";c" }
    quote.attribution = Attribution(rawValue: Int32(number(below: 5)))
    quote.rating = Rating(rawValue: Int32(number(below: 3)))
    if chance(3) { quote.translationOf = id() }
    if chance(2) {
      quote.id = id()
      quote.createTime = moment()
      quote.updateTime = moment()
      if chance(3) { quote.deleteTime = moment() }
    }
    quote.etag = "\(number(below: 100))"
    return quote
  }

  private static let pieces = [
    "a", "B", "é", "𠮷", "👩‍👩‍👧‍👦", "🇨🇭", "\"", "\"\"", "'", "=", "+", "-", "@", "＝", ",", ";", "|", "%",
    "\\",
    "\\n", "\\u0041", "{", "}", "[", "]", ":", "null", "true", "1", "<b>", "&amp;",
    "\u{2067}x\u{2069}",
    "רמב\"ם", "孔子", "--", "—", "\u{200D}", "\u{FE0F}", "\u{A0}x", "text,creator", "%\u{20}x", "#",
    "~",
    "`", "$(id)", "\u{301}", "ß", "x\u{FFFD}", "\u{E000}",
  ]

  /// Pieces with blanks and line breaks between some of them; no white space at the ends.
  private mutating func text(_ count: ClosedRange<Int>) -> String {
    join(count, ["", "", " ", "\n", "\n\n"])
  }
  private mutating func line(_ count: ClosedRange<Int>) -> String { join(count, ["", "", " "]) }

  private mutating func join(_ count: ClosedRange<Int>, _ joints: [String]) -> String {
    var text = pick(Self.pieces)
    for _ in 0..<(count.lowerBound - 1 + number(below: count.count)) {
      text += pick(joints) + pick(Self.pieces)
    }
    return text
  }

  private mutating func id() -> String {
    String((0..<16).map { _ in pick(Array("abcdefghijklmnopqrstuvwxyz234567")) })
  }

  /// In whole milliseconds, as the store keeps them, before 1970 too.
  private mutating func moment() -> Timestamp {
    Timestamp(
      seconds: Int64(number(below: 4_000_000_000)) - 1_000_000_000,
      nanoseconds: Int32(number(below: 1_000)) * 1_000_000)
  }

  private mutating func chance(_ oneIn: Int) -> Bool { number(below: oneIn) == 0 }
  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(below: elements.count)]
  }

  /// SplitMix64.
  private mutating func number(below bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
  }
}
