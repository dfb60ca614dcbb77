// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import Testing

/// What collections of quotes are found to hold: none of it may surprise an import or an export.
@Suite("An input that must not surprise")
struct HostileInputTests {
  private func quote(_ text: String, creator: String = "", tags: [String] = []) -> Quote {
    var quote = Quote()
    quote.text = text
    quote.creator = creator
    quote.tags = tags
    return quote
  }

  /// A quote is taken as it is, and comes through each format unchanged.
  private func expectTaken(_ quote: Quote, sourceLocation: SourceLocation = #_sourceLocation) throws
  {
    let draft = try QuoteDraft(quote)
    #expect(draft.quote.text == quote.text, sourceLocation: sourceLocation)
    #expect(draft.quote.creator == quote.creator, sourceLocation: sourceLocation)
    for format in ExportFormat.lossless {
      let reading = Reading(format.file(of: [quote, quote]), nil)
      #expect(reading.quotes == [quote, quote], "\(format)", sourceLocation: sourceLocation)
      #expect(reading.problems == [], "\(format)", sourceLocation: sourceLocation)
    }
  }

  /// A quote comes through each format unchanged, to be refused by name.
  private func expectRefused(
    _ quote: Quote, _ problem: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for format in ExportFormat.lossless {
      let reading = Reading(format.file(of: [quote]), nil)
      #expect(reading.quotes == [quote], "\(format)", sourceLocation: sourceLocation)
      for quote in reading.quotes {
        #expect(sourceLocation: sourceLocation) {
          try QuoteDraft(quote)
        } throws: { error in
          "\(error)" == problem
        }
      }
    }
  }

  @Test("is CSV with a quoted newline and a doubled quotation mark")
  func quotedNewline() throws {
    let reading = Reading("text,creator\r\n\"He said:\r\n\"\"So it is.\"\"\",B\r\n", .csv)
    #expect(reading.quotes.map(\.text) == ["He said:\r\n\"So it is.\""])
    #expect(try QuoteDraft(reading.quotes[0]).quote.text == "He said:\n\"So it is.\"")
    try expectTaken(quote("He said:\n\"So it is.\"", creator: "B"))
  }

  @Test("is a byte order mark before the header or the first bracket")
  func byteOrderMark() {
    for (text, format) in [
      ("\u{FEFF}text,creator\nA,B\n", ImportFormat.csv), ("\u{FEFF}[{\"text\":\"A\"}]", .json),
      ("\u{FEFF}{\"text\":\"A\"}", .jsonl), ("\u{FEFF}A\n%\n", .fortune),
    ] {
      #expect(Reading(text, format).quotes.map(\.text) == ["A"], "\(format)")
      #expect(Reading(text, nil).problems == [])
    }
  }

  @Test("is a creator with a comma")
  func comma() throws { try expectTaken(quote("A", creator: "Camillo Benso, Count of Cavour")) }

  @Test("is a creator with |")
  func bar() throws {
    try expectTaken(
      quote("A", creator: "Simon | Garfunkel", tags: ["a|b", "c;d", "e,f", "g\\", "\\;"]))
  }

  @Test("is a creator with %")
  func percent() throws {
    try expectTaken(quote("A", creator: "100 % Wool"))
    try expectTaken(quote("A", creator: "%"))
    try expectTaken(quote("%", creator: "%s%n"))
  }

  @Test("is a creator with an apostrophe")
  func apostrophe() throws {
    try expectTaken(quote("A", creator: "Flann O'Brien"))
    try expectTaken(quote("'tis", creator: "'); DROP TABLE quotes; --"))
  }

  @Test("is an empty creator")
  func emptyCreator() throws { try expectTaken(quote("A")) }

  @Test("is I love milk & cookies!")
  func ampersand() throws { try expectTaken(quote("I love milk & cookies!")) }

  @Test("is some_text - description")
  func dash() throws { try expectTaken(quote("some_text - description")) }

  @Test("is > Hello")
  func citation() throws { try expectTaken(quote("> Hello")) }

  @Test("is a tag of HTML that is closed and a script")
  func script() throws { try expectTaken(quote("</blockquote><script>alert(1)</script>")) }

  @Test("is a formula of a spreadsheet, guarded in CSV and whole again")
  func formula() throws {
    for text in ["=1+1", "+1", "-1", "@SUM(A1)", "'=1", "''-", "＝1", "'tis"] {
      try expectTaken(quote(text, creator: text, tags: [text]))
    }
    let file = ExportFormat.csv.file(of: [quote("=1+1")])
    #expect(String(decoding: file, as: UTF8.self).contains(",'=1+1,"))
  }

  @Test("is a family of emoji, flags and skin tones")
  func emoji() throws { try expectTaken(quote("👩‍👩‍👧‍👦 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🇨🇭 👍🏽", creator: "👨‍🚀")) }

  @Test("is a character beyond 16 bits")
  func astral() throws {
    try expectTaken(quote("𠮷野家", creator: "𠮷"))
    #expect(Reading(#"[{"text":"\ud842\udfb7"}]"#, .json).quotes.map(\.text) == ["𠮷"])
  }

  @Test("is Hebrew with ASCII quotation marks")
  func hebrew() throws { try expectTaken(quote("\"אם אין אני לי, מי לי?\"", creator: "רמב\"ם")) }

  @Test("is an override of the writing direction: refused by name")
  func override() {
    expectRefused(
      quote("@\u{202E}everyone"),
      "text holds U+202E RIGHT-TO-LEFT OVERRIDE at character 2, which is not allowed.")
  }

  @Test("is NUL inside a text: refused by name, not cut")
  func nul() {
    expectRefused(
      quote("half\0half"), "text holds U+0000 NULL at character 5, which is not allowed.")
    #expect(Reading("half\0half\n%\n", .fortune).quotes.map(\.text) == ["half\0half"])
  }

  @Test("is a text of 5,000 characters")
  func longest() throws {
    try expectTaken(quote(String(repeating: "é", count: 5_000)))
    try expectTaken(quote(String(repeating: "𠮷", count: 5_000)))
  }

  @Test("is a text of 5,001 characters: refused with both numbers")
  func tooLong() {
    expectRefused(
      quote(String(repeating: "é", count: 5_001)),
      "text has 5001 characters: at most 5000 are allowed.")
  }
}
