// SPDX-License-Identifier: Apache-2.0

internal import QuotePages
internal import Testing

@Suite("Markup")
struct HTMLTests {
  @Test(
    "keeps a text from being anything else than text",
    arguments: [
      ("<script>", "&lt;script&gt;"), ("a & b", "a &amp; b"), ("&lt;", "&amp;lt;"),
      ("\"><img onerror='x'>", "&quot;&gt;&lt;img onerror=&#39;x&#39;&gt;"),
      ("line\nline\ttab", "line\nline\ttab"), ("𠮷 👨‍👩‍👧 שלום", "𠮷 👨‍👩‍👧 שלום"),
    ])
  func escapes(text: String, expected: String) {
    let markup: HTML = "<p title=\"\(text)\">\(text)</p>"
    #expect(markup.text == "<p title=\"\(expected)\">\(expected)</p>")
  }

  @Test(
    "has no control characters, which HTML has no place for",
    arguments: ["\0", "\u{1B}", "\r", "\u{7F}", "\u{85}"])
  func controls(text: String) {
    let markup: HTML = "\(text)"
    #expect(markup.text == "\u{FFFD}")
  }

  @Test("is put into markup as it is")
  func nests() {
    let inner: HTML = "<b>\("<")</b>"
    let outer: HTML = "<p>\(inner)</p>"
    #expect(outer.text == "<p><b>&lt;</b></p>")
  }
}
