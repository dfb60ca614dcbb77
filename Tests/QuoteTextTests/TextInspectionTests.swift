// SPDX-License-Identifier: Apache-2.0

internal import QuoteText
internal import Testing

@Suite("Inspection")
struct TextInspectionTests {
  @Test(
    "names what it refuses, and where",
    arguments: [
      ("everyone, @\u{202E}", "U+202E RIGHT-TO-LEFT OVERRIDE at character 12"),
      ("\u{202A}", "U+202A LEFT-TO-RIGHT EMBEDDING at character 1"),
      ("a\u{202C}", "U+202C POP DIRECTIONAL FORMATTING at character 2"),
      ("a\0b", "U+0000 NULL at character 2"),
      ("a\tb", "U+0009 TABULATION at character 2"),
      ("a\r\nb", "U+000D CARRIAGE RETURN at character 2"),
      ("é\u{1B}[31m", "U+001B ESCAPE at character 2"),
      ("\u{7F}", "U+007F DELETE at character 1"),
      ("\u{85}", "U+0085 NEXT LINE at character 1"),
      ("\u{9B}31m", "U+009B CONTROL CHARACTER at character 1"),
      ("\u{FFFE}", "U+FFFE NONCHARACTER at character 1"),
      ("\u{10FFFF}", "U+10FFFF NONCHARACTER at character 1"),
      ("a\u{2067}b\nc\u{2069}", "U+2067 RIGHT-TO-LEFT ISOLATE at character 2"),
      ("a\u{2068}", "U+2068 FIRST STRONG ISOLATE at character 2"),
      ("a\u{2069}", "U+2069 POP DIRECTIONAL ISOLATE at character 2"),
      ("hi\u{E0068}\u{E0069}", "U+E0068 TAG LATIN SMALL LETTER H at character 2"),
    ])
  func names(text: String, expected: String) {
    #expect(TextInspection.firstRefused(in: text)?.description == expected)
  }

  @Test(
    "accepts what people write",
    arguments: [
      "", "two\nlines", "“Curly” — and…", "שלום \"עולם\"", "\u{200F}(1) שלום", "👨‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿", "𠮷",
      "\u{FFFD}",
      "a\u{2067}שלום\u{2069}b", "a\u{AD}b", "\u{E000}", "<script>",
    ])
  func accepts(text: String) {
    #expect(TextInspection.firstRefused(in: text) == nil)
    if !text.contains("\u{2067}") {
      #expect(TextInspection.removingRefused(from: text) == text)
    }
  }

  @Test(
    "leaves nothing to refuse when it removes",
    arguments: [
      "@\u{202E}everyone", "a\0b\u{9B}", "\u{2067}x", "x\u{2069}\n", "hi\u{E0068}", "\u{FFFF}",
    ])
  func removes(text: String) {
    let left = TextInspection.removingRefused(from: text)
    #expect(TextInspection.firstRefused(in: left) == nil)
    #expect(left.unicodeScalars.count < text.unicodeScalars.count)
  }

  @Test("removes a carriage return from a line break")
  func removesCarriageReturn() {
    #expect(TextInspection.removingRefused(from: "a\r\nb") == "a\nb")
  }

  @Test("refuses every noncharacter of the Arabic block", arguments: UInt32(0xFDD0)...0xFDEF)
  func noncharacter(value: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(value))
    #expect(TextInspection.firstRefused(in: "ab\(scalar)")?.position == 3)
  }
}
