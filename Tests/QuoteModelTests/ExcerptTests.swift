// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import Testing

@Suite("An excerpt")
struct ExcerptTests {
  @Test(
    "is short and harmless",
    arguments: [
      ("", "\"\""), ("孔子", "\"孔子\""), ("a\u{1B}[31m\n", "\"a?[31m?\""), ("\u{202E}x", "\"?x\""),
      (String(repeating: "é", count: 40), "\"\(String(repeating: "é", count: 40))\""),
      (String(repeating: "a", count: 41), "\"\(String(repeating: "a", count: 40))…\""),
    ])
  func excerpt(text: String, expected: String) {
    #expect(Excerpt(text).description == expected)
  }
}
