// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import Testing

@Suite("An attribution in a fortune file")
struct FortuneAttributionTests {
  private func quote(_ entry: String) throws -> Quote {
    let items = Array(
      FortuneReader(file: "x", bytes: Array(entry.utf8), encoding: .utf8, language: ""))
    for case .record(let record) in items { return record.quote }
    throw CancellationError()
  }

  @Test(
    "is taken off the text in each of its forms",
    arguments: [
      "\t\t-- Lao Tzu, \"Tao\"", "\t\t--Lao Tzu, \"Tao\"", "\t\t--- Lao Tzu, \"Tao\"",
      "    -- Lao Tzu, \"Tao\"", "-- Lao Tzu, \"Tao\"", "\t— Lao Tzu, “Tao”", "— Lao Tzu, “Tao”",
      "\t\t– Lao Tzu, \"Tao\"", "\t\t－ Lao Tzu, \"Tao\"", "　　－Lao Tzu, \"Tao\"",
      "\t\t- Lao Tzu, \"Tao\"",
      "\t\t-- Lao Tzu,\n\t\t   \"Tao\"", "\t\t-- Lao Tzu\n\t\t\"Tao\"",
      "\t\t-- Lao Tzu\n(Tao)", "\t\t-- by Lao Tzu, «Tao»", "\t\t-- Lao Tzu,  \"Tao,\"  ",
      "\t\t-- Lao Tzu, \"Tao\"\n\n\t[A comment of the editor.  Ed.]",
    ])
  func forms(ending: String) throws {
    let quote = try quote("The journey\nof a thousand miles.\n\(ending)\n")
    #expect(quote.text == "The journey\nof a thousand miles.")
    #expect(quote.creator == "Lao Tzu")
    #expect(quote.source == "Tao")
    #expect(quote.attribution == .attributed)
  }

  @Test(
    "is told apart into name and source",
    arguments: [
      ("Oscar Wilde", "Oscar Wilde", ""),
      ("Camillo Benso, Count of Cavour", "Camillo Benso, Count of Cavour", ""),
      ("Martin Luther King, Jr.", "Martin Luther King, Jr.", ""),
      (
        "Martin Luther King, Jr., \"Strength to Love\"", "Martin Luther King, Jr.",
        "Strength to Love"
      ),
      ("Wm. Shakespeare, \"Hamlet\", act 2, scene 1", "Wm. Shakespeare", "Hamlet, act 2, scene 1"),
      ("\"Hamlet\"", "", "Hamlet"), ("\"Weird Al\" Yankovic", "\"Weird Al\" Yankovic", ""),
      ("Jack \"Legs\" Diamond", "Jack \"Legs\" Diamond", ""),
      ("Friedrich Schiller \"Kabale und Liebe\"", "Friedrich Schiller", "Kabale und Liebe"),
      (
        "Arthur Schopenhauer (Parerga und Paralipomena)", "Arthur Schopenhauer",
        "Parerga und Paralipomena"
      ),
      ("Loriot (eigentlich Bernhard)", "Loriot (eigentlich Bernhard)", ""),
      ("Steve Jobs (1955-2011)", "Steve Jobs", ""), ("Plutarch (45-125 n.Chr.)", "Plutarch", ""),
      ("柳开（９４６－９９９）", "柳开", ""), ("Spaceballs (1987)", "Spaceballs (1987)", ""),
      ("Ken Olsen, president of DEC, 1984", "Ken Olsen", "president of DEC, 1984"),
      ("Dennis Ritchie, 1941", "Dennis Ritchie", "1941"), ("Anonymous", "", ""), ("佚名", "", ""),
      ("Paul Tillich, German theologian.", "Paul Tillich, German theologian", ""),
      ("from the Book of Tea", "", "the Book of Tea"), ("Debian 《行为准则》第一条", "Debian", "《行为准则》第一条"),
      ("《论语》", "", "论语"), ("Peter (of the Academy, 1965)", "Peter", "of the Academy, 1965"),
      ("D'Artagnan | 100%", "D'Artagnan | 100%", ""),
    ])
  func credits(credit: String, creator: String, source: String) throws {
    let quote = try quote("Text.\n\t\t-- \(credit)")
    #expect(quote.text == "Text.")
    #expect(quote.creator == creator)
    #expect(quote.source == source)
  }

  @Test(
    "is not seen where there is none",
    arguments: [
      "Just text -- with a dash.", "- Who is there?\n- It is me.", "— Кто там?\n— Это я.",
      "List:\n\t-- one\n\t-- two\n\t-- three", "-- ALL LIFTS ARE OUT OF ORDER --",
      "Price:\n\t\t-- $40,000", "-- Neulich habe ich\ndas Pferd gesetzt.",
      "\t\t-- Nobody said a thing",
      "a\n--> b", "x\n    - Wall", "Text.\n\t\t-- Name\n\nThen there is more text.",
    ])
  func none(entry: String) throws {
    let quote = try quote(entry)
    #expect(quote.creator.isEmpty)
    #expect(quote.source.isEmpty)
    #expect(quote.attribution == .unspecified)
    #expect(quote.text.filter { !$0.isWhitespace } == entry.filter { !$0.isWhitespace })
  }

  @Test("is taken from the end of the last line")
  func inline() throws {
    let quote = try quote("You can observe a lot\njust by watching.  -- Yogi Berra")
    #expect(quote.text == "You can observe a lot\njust by watching.")
    #expect(quote.creator == "Yogi Berra")
  }

  @Test("is nobody's where an entry has several, which is reported")
  func several() {
    let entry = "One.\n\t\t-- A. Person\n\nTwo.\n\t\t-- B. Person"
    let items = Array(
      FortuneReader(file: "x", bytes: Array(entry.utf8), encoding: .utf8, language: ""))
    guard case .problem(let problem) = items.first, case .record(let record) = items.last else {
      Issue.record("There must be a warning and a record.")
      return
    }
    #expect(problem.severity == .warning)
    #expect(record.quote.creator.isEmpty)
    #expect(record.quote.text.hasSuffix("-- B. Person"))
  }

  @Test("may be two lines, the second of which is the book")
  func chapterAndBook() throws {
    let quote = try quote("子曰：“学而时习之。”\n    -- 学而第一\n    --《论语》")
    #expect(quote.text == "子曰：“学而时习之。”")
    #expect(quote.creator.isEmpty)
    #expect(quote.source == "论语, 学而第一")
    #expect(quote.language == "zh")
  }

  @Test(
    "stands above a Chinese poem",
    arguments: ["《塞上》\n作者：柳开", "题目:《塞上》\n作者:柳开（９４６－９９９）"])
  func poem(head: String) throws {
    let quote = try quote("\u{1B}[32m\(head)\u{1B}[m\n鸣骹直上一千尺，\n天静无风声更干。")
    #expect(quote.text == "鸣骹直上一千尺，\n天静无风声更干。")
    #expect(quote.creator == "柳开")
    #expect(quote.source == "塞上")
  }

  @Test("says so where it is known to be wrong")
  func misattributed() throws {
    let quote = try quote("Deine Mudder.\n\t\t-- Das Orakel\n(Falsch zugeordnete Zitate)")
    #expect(quote.creator == "Das Orakel")
    #expect(quote.attribution == .misattributed)
  }
}
