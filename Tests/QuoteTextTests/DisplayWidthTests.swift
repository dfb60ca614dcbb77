// SPDX-License-Identifier: Apache-2.0

internal import QuoteText
internal import Testing

@Suite("Display width")
struct DisplayWidthTests {
  @Test(
    "counts columns",
    arguments: [
      ("", 0), ("abc", 3), ("a\nb", 2), ("é", 1), ("e\u{301}", 1), ("\u{301}", 0), ("\u{200B}", 0),
      ("孔子", 4), ("「」", 4), ("ｶﾞ", 2), ("ｆ", 2), ("𠮷", 2), ("한글", 4),
      ("\u{1112}\u{1161}\u{11AB}", 2),
      ("שלום", 4), ("שָׁ", 1), ("กำ", 2), ("“—…", 3),
    ])
  func text(text: String, columns: Int) {
    #expect(DisplayWidth.of(text) == columns)
  }

  @Test(
    "gives an emoji two columns, whatever it is made of",
    arguments: ["😀", "👨‍👩‍👧‍👦", "👩🏽‍🚀", "🇩🇪", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "❤️", "1️⃣", "#️⃣", "🏳️‍🌈", "✊🏿", "☝🏻", "🇩"])
  func emoji(grapheme: Character) {
    #expect(DisplayWidth.of(grapheme) == 2)
  }

  @Test(
    "gives one column to a symbol that is shown as text", arguments: ["❤", "☀\u{FE0E}", "1", "©"])
  func symbol(grapheme: Character) {
    #expect(DisplayWidth.of(grapheme) == 1)
  }
}
