// SPDX-License-Identifier: Apache-2.0

internal import QuoteText
internal import Testing

@Suite("Text direction")
struct TextDirectionTests {
  @Test(
    "is that of the first strong character",
    arguments: [
      ("hello", .leftToRight), ("שלום", .rightToLeft), ("سلام", .rightToLeft), ("孔子", .leftToRight),
      ("\"1984\" – שלום", .rightToLeft), ("12 a ש", .leftToRight), ("123 …", nil), ("", nil),
      ("\u{200F}a", .rightToLeft), ("\u{2067}שלום\u{2069} a", .leftToRight), ("😀", nil),
    ] as [(String, TextDirection?)])
  func base(text: String, direction: TextDirection?) {
    #expect(TextDirection.base(of: text) == direction)
  }

  @Test(
    "tells whether anything runs from right to left", arguments: [("a ש", true), ("é 孔", false)])
  func hasRightToLeft(text: String, expected: Bool) {
    #expect(TextDirection.hasRightToLeft(text) == expected)
  }
}
