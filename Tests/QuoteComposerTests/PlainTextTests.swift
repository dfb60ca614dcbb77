// SPDX-License-Identifier: Apache-2.0

internal import QuoteComposer
internal import QuoteModel
internal import Testing

@Suite("A plain text message")
struct PlainTextTests {
  private let quote = Samples.quote(
    "Wisdom begins in wonder.", creator: "Socrates", source: "Theaetetus", language: "en")

  @Test("has the note, the quote in its marks, and the attribution")
  func layout() throws {
    let message = try Samples.compose(quote, note: "Read this!\r\n")
    #expect(message.text == "Read this!\n\n“Wisdom begins in wonder.”\n— Socrates, Theaetetus")
    #expect(message.length == MessageLength(used: 61, limit: 0, unit: "graphemes"))
    #expect(!message.truncated)
    #expect(message.parts.isEmpty)
    #expect(message.layout == nil)
    #expect(message.payloadJSON.isEmpty)
  }

  @Test(
    "attributes what is known",
    arguments: [
      ("Lao Tzu", "", "“x”\n— Lao Tzu"), ("", "Proverb", "“x”\n— Proverb"), ("", "", "“x”"),
      ("Camillo Benso, Count of Cavour", "", "“x”\n— Camillo Benso, Count of Cavour"),
      (" A\nB ", "C\u{202E}\tD", "“x”\n— A B, C D"),
    ])
  func attribution(creator: String, source: String, expected: String) throws {
    let message = try Samples.compose(Samples.quote("x", creator: creator, source: source))
    #expect(message.text == expected)
  }

  @Test(
    "uses the quotation marks of the quote's language",
    arguments: [
      ("", "“x”"), ("en-GB", "“x”"), ("de", "„x“"), ("DE-at", "„x“"), ("ru", "«x»"),
      ("fr", "«\u{202F}x\u{202F}»"), ("fr-CH", "«x»"), ("pl", "„x”"), ("ja", "「x」"), ("zh", "“x”"),
      ("zh-Hant", "「x」"), ("sv", "”x”"), ("pt-BR", "“x”"), ("pt", "«x»"), ("xx", "“x”"),
      ("-", "“x”"),
    ])
  func marks(language: String, expected: String) throws {
    #expect(try Samples.compose(Samples.quote("x", language: language)).text == expected)
  }

  @Test(
    "adds no marks where the text has them",
    arguments: [
      "“Already.”", "\"Already.\"", "«Already.»", "He said “no” and left.", "5\" nails",
      "„So“, said he",
      "‘Single.’", "「はい」と言った",
    ])
  func ownMarks(text: String) throws {
    #expect(try Samples.compose(Samples.quote(text, language: "de")).text == text)
  }

  @Test("keeps an apostrophe apart from a quotation mark")
  func apostrophe() throws {
    #expect(try Samples.compose(Samples.quote("Don’t ’em")).text == "“Don’t ’em”")
  }

  @Test(
    "cuts the text at a word and never the attribution",
    arguments: [
      (56, "Read!\n\n“Wisdom begins in wonder.”\n— Socrates, Theaetetus", false),
      (55, "Read!\n\n“Wisdom begins in…”\n— Socrates, Theaetetus", true),
      (48, "Read!\n\n“Wisdom begins…”\n— Socrates, Theaetetus", true),
      (45, "Read!\n\n“Wisdom…”\n— Socrates, Theaetetus", true),
      (34, "Read!\n\n“W…”\n— Socrates, Theaetetus", true),
    ])
  func truncates(limit: Int32, expected: String, isCut: Bool) throws {
    let message = try Samples.compose(quote, note: "Read!", limit: limit)
    #expect(message.text == expected)
    #expect(message.truncated == isCut)
    #expect(
      message.length
        == MessageLength(used: Int32(expected.count), limit: limit, unit: "graphemes"))
  }

  @Test(
    "cuts before a family of emoji, a flag, a skin tone or a wide character, and never within it",
    arguments: [
      "👨‍👩‍👧‍👦", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🇨🇭", "👍🏽", "👩🏽‍🚀", "𠮷", "e\u{301}\u{302}\u{303}", "नि",
    ] as [Character])
  func cutsBetweenGraphemes(grapheme: Character) throws {
    // Twenty of them in a row, with no word at whose end to cut.
    let sample = Samples.quote(String(repeating: grapheme, count: 20))
    for limit in 4...21 as ClosedRange<Int32> {
      let message = try Samples.compose(sample, limit: limit)
      let kept = String(repeating: grapheme, count: Int(limit) - 3)
      #expect(message.text == "“\(kept)…”" && message.truncated)
      #expect(message.length?.used == limit)
    }
    #expect(try Samples.compose(sample, limit: 22).truncated == false)
  }

  @Test("says how much it needs where the limit is too small")
  func limitTooSmall() {
    #expect(throws: ComposerError.limitTooSmall(33, needed: 34, unit: "graphemes")) {
      try Samples.compose(quote, note: "Read!", limit: 33)
    }
  }

  @Test("puts one ellipsis after a cut and no comma before it")
  func ellipsis() throws {
    let message = try Samples.compose(Samples.quote("One, two, three… four. Five"), limit: 9)
    #expect(message.text == "“One…”")
    let dots = try Samples.compose(Samples.quote("Wait… what else is there"), limit: 12)
    #expect(dots.text == "“Wait…”")
    let own = try Samples.compose(Samples.quote("«Wisdom begins in wonder.»"), limit: 20)
    #expect(own.text == "«Wisdom begins in…»")
  }

  @Test("names used and limit where it must not be cut")
  func fails() throws {
    #expect(throws: ComposerError.overLimit(used: 49, limit: 48, unit: "graphemes")) {
      try Samples.compose(quote, overflow: .fail, limit: 48)
    }
    #expect(try Samples.compose(quote, overflow: .fail, limit: 49).length?.used == 49)
  }

  @Test("splits at words, with the attribution whole in the last part")
  func splits() throws {
    let message = try Samples.compose(quote, note: "Read this!", overflow: .split, limit: 30)
    #expect(
      message.parts
        == ["Read this!", "“Wisdom begins in wonder.”", "— Socrates, Theaetetus"])
    #expect(message.text == "Read this!\n\n“Wisdom begins in wonder.”\n— Socrates, Theaetetus")
    #expect(!message.truncated)
    let short = try Samples.compose(quote, overflow: .split, limit: 34)
    #expect(short.parts == ["“Wisdom begins in wonder.”", "— Socrates, Theaetetus"])
    let joined = try Samples.compose(
      Samples.quote("Wisdom begins in wonder.", creator: "S"), overflow: .split, limit: 18)
    #expect(joined.parts == ["“Wisdom begins in", "wonder.”\n— S"])
  }

  @Test("has no parts where nothing had to be split")
  func noParts() throws {
    #expect(try Samples.compose(quote, overflow: .split, limit: 1_000).parts.isEmpty)
  }

  @Test("takes the longest quote and the longest note that there may be, uncut")
  func longest() throws {
    let lines = String(repeating: "ש\n", count: 2_499) + "ש"
    let message = try Samples.compose(
      Samples.quote(lines, creator: String(repeating: "א", count: 500)),
      note: String(repeating: "é", count: 10_000))
    #expect(!message.truncated)
    #expect(message.text.filter { $0 == "ש" }.count == 2_500)
  }
}
