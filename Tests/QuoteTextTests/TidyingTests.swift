// SPDX-License-Identifier: Apache-2.0

internal import QuoteText
internal import Testing

@Suite("Tidying")
struct TidyingTests {
  static let table: [(String, String)] = [
    ("", ""), ("plain", "plain"), ("  both ends \n", "both ends"), ("\n\n", ""), (" \t ", ""),
    ("a\r\nb\rc", "a\nb\nc"), ("a\u{2028}b\u{85}c", "a\nb\nc"), ("a\tb", "a b"), ("a  \nb", "a\nb"),
    ("a\n\n  b", "a\n\n  b"), ("\u{FEFF}bom", "bom"), ("\u{3000}孔子\u{3000}", "孔子"),
    ("e\u{301}", "\u{E9}"), ("\u{A0}x\u{A0}", "x"), ("x\n", "x"), ("\n x", "x"),
    ("a\0b", "a\0b"), ("a\u{0B}b", "a\nb"),
  ]

  @Test("straightens", arguments: table)
  func straightens(text: String, expected: String) {
    #expect(Array(Tidying.tidy(text).utf8) == Array(expected.utf8))
  }

  @Test("changes nothing the second time", arguments: table)
  func isIdempotent(text: String, expected: String) {
    #expect(Array(Tidying.tidy(expected).utf8) == Array(expected.utf8))
  }
}
