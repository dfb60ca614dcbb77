// SPDX-License-Identifier: Apache-2.0

internal import QuoteComposer
internal import QuoteModel
internal import QuoteText
internal import Testing

@Suite("A message for a display")
struct DisplayTests {
  private let quote = Samples.quote(
    "Wisdom begins in wonder.", creator: "Socrates", source: "Theaetetus", language: "en")

  private func rows(
    _ quote: Quote, _ grid: DisplayGrid, overflow: Overflow = .truncate, limit: Int32 = 0
  ) throws -> [String] {
    try Samples.compose(quote, to: .display, overflow: overflow, limit: limit, display: grid).text
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test("wraps at words and has the creator on the last row")
  func layout() throws {
    #expect(
      try rows(quote, Samples.grid(16, 5))
        == ["“Wisdom begins", "in wonder.”", "", "", "— Socrates"])
    #expect(
      try rows(quote, Samples.grid(24, 3))
        == ["“Wisdom begins in", "wonder.”", "— Socrates, Theaetetus"])
    let message = try Samples.compose(quote, to: .display, display: Samples.grid(16, 5))
    #expect(message.length == MessageLength(used: 3, limit: 5, unit: "rows"))
    #expect(message.payloadJSON.isEmpty && !message.truncated)
  }

  @Test("is cut so that the creator has room")
  func truncates() throws {
    #expect(try rows(quote, Samples.grid(16, 2)) == ["“Wisdom begins…”", "— Socrates"])
    #expect(try rows(quote, Samples.grid(10, 2)) == ["“Wisdom…”", "— Socrates"])
    #expect(try rows(quote, Samples.grid(9, 3)) == ["“Wisdom…”", "—", "Socrates"])
    #expect(try rows(quote, Samples.grid(16, 9), limit: 2) == ["“Wisdom begins…”", "— Socrates"])
  }

  @Test("has all on one row where there is one")
  func oneRow() throws {
    #expect(try rows(quote, Samples.grid(40, 1)) == ["“Wisdom begins in wonder.” — Socrates"])
    #expect(try rows(quote, Samples.grid(30, 1)) == ["“Wisdom begins in…” — Socrates"])
    #expect(throws: ComposerError.tooFewRows(1, needed: 2)) {
      try rows(quote, Samples.grid(12, 1))
    }
  }

  @Test("counts wide characters twice")
  func wide() throws {
    let quote = Samples.quote("知之为知之，不知为不知，是知也。", creator: "孔子", language: "zh")
    #expect(
      try rows(quote, Samples.grid(10, 5))
        == ["“知之为知", "之，不知为", "不知，是知", "也。”", "— 孔子"])
    #expect(throws: ComposerError.tooFewColumns(1, needed: 2)) {
      try rows(quote, Samples.grid(1, 99))
    }
  }

  @Test("is transliterated for a display that has ASCII only")
  func ascii() throws {
    let quote = Samples.quote("Größe – «façade»…", creator: "Достоевский", language: "de")
    #expect(
      try rows(quote, Samples.grid(30, 2, ascii: true))
        == ["Groesse - \"facade\"...", "- Dostoevskiy"])
  }

  @Test(
    "fits every grid, whatever the text", arguments: Samples.hostile + Samples.harmful)
  func fits(text: String) throws {
    let quote = Samples.quote(text, creator: "Lao Tzu / 老子", source: "Tao & Te")
    for (columns, rowCount) in [(1, 1), (4, 4), (8, 2), (16, 2), (20, 4), (40, 12), (80, 1)] {
      for ascii in [false, true] {
        for overflow in [.truncate, .split] as [Overflow] {
          let message: Message
          do {
            message = try Samples.compose(
              quote, to: .display, overflow: overflow,
              display: Samples.grid(Int32(columns), Int32(rowCount), ascii: ascii))
          } catch let error as ComposerError {
            #expect(error.field == "display" && columns < 20, "\(error)")
            continue
          }
          let screens = message.parts.isEmpty ? [message.text] : message.parts
          for screen in screens {
            let lines = screen.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count <= rowCount)
            #expect(lines.allSatisfy { DisplayWidth.of($0) <= columns })
            let isPlain = screen.utf8.allSatisfy { $0 == 0x0A || (0x20...0x7E).contains($0) }
            #expect(!ascii || isPlain)
          }
          #expect(screens.last?.contains("Lao") == true)
        }
      }
    }
  }

  @Test("has parts that are screens")
  func screens() throws {
    let message = try Samples.compose(
      quote, to: .display, overflow: .split, display: Samples.grid(8, 2))
    #expect(
      message.parts == ["“Wisdom\nbegins", "in\nwonder.”", "—\nSocrates"])
    #expect(message.text == "“Wisdom\nbegins\nin\nwonder.”\n—\nSocrates")
  }

  @Test(
    "needs a grid that there may be",
    arguments: [nil, (0, 5), (5, 0), (-1, 5), (1_001, 5), (5, Int32.max)] as [(Int32, Int32)?])
  func grids(sides: (columns: Int32, rows: Int32)?) {
    let grid = sides.map { Samples.grid($0.columns, $0.rows) }
    let error = ComposerError.badGrid(columns: sides?.columns ?? 0, rows: sides?.rows ?? 0)
    #expect(throws: error) { try Samples.compose(quote, to: .display, display: grid) }
    #expect(error.field == "display" && error.fault == .request)
  }
}
