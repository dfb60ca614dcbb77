// SPDX-License-Identifier: Apache-2.0

internal import QuoteText
internal import Testing

@Suite("Wrapping")
struct WrappingTests {
  @Test(
    "breaks lines",
    arguments: [
      ("to be or not to be", 8, ["to be or", "not to", "be"]),
      ("fits", 4, ["fits"]),
      ("", 5, [""]),
      ("one\n\ntwo", 5, ["one", "", "two"]),
      ("  indented line", 10, ["  indented", "line"]),
      ("trailing   ", 4, ["trai", "ling"]),
      ("a  wide   gap", 7, ["a  wide", "gap"]),
      ("Donaudampfschiff", 6, ["Donaud", "ampfsc", "hiff"]),
      ("go Donaudampfschiff", 6, ["go", "Donaud", "ampfsc", "hiff"]),
      ("a well-known word", 7, ["a well-", "known", "word"]),
      ("from 1-2 to -3", 7, ["from", "1-2 to", "-3"]),
      ("10\u{A0}km away", 5, ["10\u{A0}km", "away"]),
      ("知之为知之，不知为不知", 10, ["知之为知", "之，不知为", "不知"]),
      ("彼は「はい」と言った", 9, ["彼は「は", "い」と", "言った"]),
      ("孔子", 1, ["孔", "子"]),
      ("👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧", 4, ["👨‍👩‍👧👨‍👩‍👧", "👨‍👩‍👧"]),
      ("e\u{301}e\u{301}e\u{301}", 2, ["e\u{301}e\u{301}", "e\u{301}"]),
    ])
  func wraps(text: String, width: Int, expected: [String]) {
    #expect(Wrapping.lines(of: text, width: width) == expected)
  }

  @Test("keeps every line within the width and loses no word", arguments: 2...40)
  func keepsAll(width: Int) {
    let text = """
      Alle glücklichen Familien gleichen einander, 知之为知之，不知为不知，是知也。
        “It was the best of times” — 👨‍👩‍👧 🇩🇪 — שלום עולם, supercalifragilisticexpialidocious.
      """
    let lines = Wrapping.lines(of: text, width: width)
    #expect(lines.allSatisfy { DisplayWidth.of($0) <= width })
    #expect(
      lines.joined().filter { !$0.isWhitespace } == text.filter { !$0.isWhitespace })
  }
}
