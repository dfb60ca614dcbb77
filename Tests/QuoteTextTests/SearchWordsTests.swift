// SPDX-License-Identifier: Apache-2.0

internal import QuoteText
internal import Testing

@Suite("The words of a text")
struct SearchWordsTests {
  @Test(
    "are its letters and digits, folded, whatever stands between them",
    arguments: [
      ("To be, or not to be!", "to|be|or|not|to|be"), ("CAFÉ", "cafe"), ("ｃａｆｅ", "cafe"),
      ("1984", "1984"), ("In 1984: 3.14", "in|1984|3|14"), ("Straße", "strasse"), ("%", ""),
      ("", ""), (" \n\t", ""), ("\u{2014}…«»\u{202E}", ""), ("a\u{0}b", "a|b"), ("C++ & C#", "c|c"),
      ("שָׁלוֹם", "שלום"), ("йод", "йод"), ("हिन्दी", "हिन्दी"), ("naïve_word", "naive|word"),
      ("I \u{2764}\u{FE0F} it \u{1F600}", "i|\u{2764}|it|\u{1F600}"), ("x²", "x2"), ("½", "1|2"),
      ("\" OR text:* NEAR(a b)", "or|text|near|a|b"),
    ])
  func words(text: String, expected: String) {
    #expect(words(text).joined(separator: "|") == expected)
  }

  @Test(
    "are pairs of characters in scripts without spaces",
    arguments: [
      ("孔子", "孔子|子"), ("道", "道"), ("道可道", "道可|可道|道"), ("2001年", "2001|年"),
      ("ラーメン", "ラー|ーメ|メン|ン"), ("ﾗｰﾒﾝ", "ラー|ーメ|メン|ン"), ("が", "が"), ("人々", "人々|々"),
      ("사랑은", "사랑|랑은|은"), ("รัก", "ร\u{E31}|\u{E31}ก|ก"), ("\u{20BB7}野", "\u{20BB7}野|野"),
    ])
  func pairs(text: String, expected: String) {
    #expect(words(text).joined(separator: "|") == expected)
  }

  @Test(
    "are also one where hyphens or apostrophes join them",
    arguments: [
      ("well-being", "wellbeing"), ("don't", "dont"), ("don\u{2019}t", "dont"),
      ("mother-in-law", "motherinlaw"), ("paral·lel", "parallel"), ("so--and", nil), ("-x-", nil),
      ("x' y", nil), ("a - b", nil), ("plain", nil),
    ] as [(String, String?)])
  func compounds(text: String, compound: String?) {
    #expect(SearchWords.groups(of: text).compactMap(\.compound).first == compound)
  }

  @Test("hold nothing but letters, digits, marks and symbols, whatever the text")
  func safe() {
    let text = String(
      String.UnicodeScalarView((0..<0x11_0000 as Range<UInt32>).compactMap(Unicode.Scalar.init)))
    for word in words(text) {
      for scalar in word.unicodeScalars where scalar.isASCII {
        #expect(("a"..."z").contains(scalar) || ("0"..."9").contains(scalar), "\(scalar.value)")
      }
    }
  }

  private func words(_ text: String) -> [String] {
    SearchWords.groups(of: text).flatMap(\.words)
  }
}
