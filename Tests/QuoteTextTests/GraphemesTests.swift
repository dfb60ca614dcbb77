// SPDX-License-Identifier: Apache-2.0

internal import QuoteText
internal import Testing

@Suite("Graphemes")
struct GraphemesTests {
  @Test("are counted as the standard library does, whatever stands beside what")
  func everyScalar() {
    var wrong: [UInt32] = []
    for scalar in (UInt32(0)...0xFFFF).compactMap(Unicode.Scalar.init) {
      let text = "\(scalar)\(scalar)é\(scalar)孔\(scalar)…\n\(scalar)\u{2067}\(scalar)"
      if Graphemes.count(text) != text.count { wrong.append(scalar.value) }
    }
    #expect(wrong.isEmpty)
  }

  @Test(
    "are counted in emoji, marks and line breaks",
    arguments: [
      "👨‍👩‍👧‍👦🇩🇪👍🏽", "e\u{301}", "a\r\nb", "한\u{1112}\u{1161}\u{11AB}", "क्षि", "שָׁלוֹם", "",
    ])
  func hostile(text: String) {
    #expect(Graphemes.count(text) == text.count)
  }
}
