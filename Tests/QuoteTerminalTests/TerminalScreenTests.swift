// SPDX-License-Identifier: Apache-2.0

internal import QuoteTerminal
internal import Testing

/// How it draws, and what it leaves behind, is tested on a real terminal: `BrowseTests` of
/// `EndToEndTests`.
@Suite("A terminal's screen")
struct TerminalScreenTests {
  @Test("is refused where the standard output is none, and says so")
  func noTerminal() {
    // The output of tests is gathered by a pipe; on a terminal the input is one too.
    do throws(TerminalError) {
      try TerminalScreen().close()
    } catch {
      #expect([.outputIsNone, .inputIsNone].contains(error))
    }
  }

  @Test(
    "says what would be right where it can't be had",
    arguments: [
      (TerminalError.unknownType("vt99"), "vt99"), (.unknownType(""), "TERM"),
      (.outputIsNone, "standard output"), (.inputIsNone, "standard input"),
    ])
  func errors(error: TerminalError, words: String) {
    #expect(error.description.contains(words))
  }

  @Test("has lines of pieces, whose text is that of all")
  func lines() {
    let line = TerminalLine([.init("▌", .bold), .init("Know thyself.")])
    #expect(line.text == "▌Know thyself.")
    #expect(TerminalLine("a", .faint).pieces == [TerminalLine.Piece("a", .faint)])
    #expect(TerminalLook([.bold, .faint]) != .reversed)
  }
}
