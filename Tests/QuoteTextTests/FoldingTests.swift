// SPDX-License-Identifier: Apache-2.0

internal import QuoteText
internal import Testing

@Suite("Folding")
struct FoldingTests {
  @Test(
    "makes what people type the same as what is written",
    arguments: [
      ("CAFÉ", "cafe"), ("cafe\u{301}", "cafe"), ("ｃａｆｅ　１２", "cafe 12"), ("Straße", "strasse"),
      ("Łódź", "lodz"), ("Ærøskøbing", "aeroskobing"), ("İstanbul", "istanbul"),
      ("ΣΊΣΥΦΟΣ", "σισυφοσ"),
      ("Ёлка", "елка"), ("Йод", "йод"), ("ﬁn", "fin"), ("שָׁלוֹם", "שלום"), ("كِتـَاب", "كتاب"),
      ("ｶﾞｷﾞ", "ガギ"), ("が", "が"), ("किताब", "किताब"), ("孔子", "孔子"), ("한글", "한글"),
      ("1984", "1984"), ("100 %", "100 %"), ("", ""), ("  a \n\t b  ", "a b"),
      ("a\u{200D}b\u{AD}c", "abc"),
    ])
  func forSearch(text: String, expected: String) {
    #expect(Array(Folding.forSearch(text).utf8) == Array(expected.utf8))
  }

  @Test("keeps words apart that differ by a vowel sign or a voicing mark")
  func keepsLetters() {
    #expect(Folding.forSearch("कि") != Folding.forSearch("की"))
    #expect(Folding.forSearch("が") != Folding.forSearch("か"))
  }

  @Test(
    "finds near-duplicates",
    arguments: [
      ("…happy too.", "... happy, too!"), ("Don’t panic", "DON'T PANIC"),
      ("well-known", "well known"), ("line\nbreak", "line break"), ("“Quoted”", "Quoted"),
      ("知之为知之，不知为不知。", "知之为知之, 不知为不知"), ("naïve", "naive"),
    ])
  func forDuplicates(left: String, right: String) {
    #expect(Folding.forDuplicates(left) == Folding.forDuplicates(right))
  }

  @Test(
    "keeps texts apart that differ in more",
    arguments: [("?", "…"), ("1984", "1985"), ("I ♥ you", "I you"), ("a + b", "a - b"), ("", "?")])
  func keepsApart(left: String, right: String) {
    #expect(Folding.forDuplicates(left) != Folding.forDuplicates(right))
  }

  @Test(
    "changes nothing the second time",
    arguments: ["CAFÉ Ærø", "שָׁלוֹם עולם", "ｶﾞ ㍿ ﷺ", "İIıi ẞß", "👩🏽‍🚀 🇩🇪 1️⃣", "a\u{323}\u{301}"])
  func isIdempotent(text: String) {
    let once = Folding.forSearch(text)
    #expect(Folding.forSearch(once) == once)
    let key = Folding.forDuplicates(text)
    #expect(Folding.forDuplicates(key) == key)
  }
}
