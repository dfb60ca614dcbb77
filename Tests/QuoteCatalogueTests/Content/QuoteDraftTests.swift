// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import Testing

@Suite("A draft of a quote")
struct QuoteDraftTests {
  private func draft(_ change: (inout Quote) -> Void) throws(QuoteProblem) -> QuoteDraft {
    var quote = Quote()
    quote.text = "A text."
    change(&quote)
    return try QuoteDraft(quote)
  }

  @Test(
    "has its text in one form",
    arguments: [
      ("  a text \n", "a text"), ("\u{3000}文\u{2003}", "文"),
      ("one\r\ntwo\rthree\nfour", "one\ntwo\nthree\nfour"),
      ("one\n\ntwo", "one\n\ntwo"), ("one \ntwo", "one\ntwo"), ("a\tb", "a b"), ("\u{FEFF}a", "a"),
      ("\r\n a\r\n", "a"), ("e\u{301}", "\u{E9}"),
      ("\u{FB01}", "\u{FB01}"),
      ("I love\nmilk & cookies!", "I love\nmilk & cookies!"), ("> Hello", "> Hello"),
      ("</blockquote><script>", "</blockquote><script>"), ("\u{20BB7}", "\u{20BB7}"),
      ("צה\"ל", "צה\"ל"), ("some_text - description", "some_text - description"),
    ])
  func text(given: String, kept: String) throws {
    let text = try draft { $0.text = given }.quote.text
    #expect(Array(text.unicodeScalars) == Array(kept.unicodeScalars))
  }

  @Test(
    "is refused by the name of a character that it may not hold",
    arguments: [
      ("a\u{0}b", "NULL"), ("a\u{8}b", "BACKSPACE"), ("a\u{1B}[1mb", "ESCAPE"),
      ("a\u{7F}b", "DELETE"),
      ("@\u{202E}everyone", "RIGHT-TO-LEFT OVERRIDE"), ("\u{202D}x", "LEFT-TO-RIGHT OVERRIDE"),
    ])
  func refused(text: String, name: String) {
    let problem = #expect(throws: QuoteProblem.self) { try draft { $0.text = text } }
    #expect(problem?.field == "text")
    #expect(problem?.reason.contains(name) == true)
    #expect(throws: QuoteProblem.self) { try draft { $0.creator = text } }
    #expect(throws: QuoteProblem.self) { try draft { $0.source = text } }
    #expect(throws: QuoteProblem.self) { try draft { $0.tags = ["good", text] } }
  }

  @Test(
    "has at least one character and 5,000 at most",
    arguments: [(0, false), (1, true), (5_000, true), (5_001, false)])
  func graphemes(count: Int, isTaken: Bool) throws {
    let text =
      String(repeating: "\u{1F1E9}\u{1F1EA}", count: min(count, 2_000))
      + String(repeating: "x", count: max(count - 2_000, 0))
    let result = Result { () throws(QuoteProblem) in try draft { $0.text = text } }
    #expect(((try? result.get()) != nil) == isTaken)
    if isTaken { #expect(try result.get().length == count) }
  }

  @Test("takes 20,000 bytes at most, however few characters they are")
  func bytes() throws {
    let marks = String(repeating: "\u{0300}", count: 9_999)
    #expect(try draft { $0.text = "xx" + marks }.length == 2)
    let problem = #expect(throws: QuoteProblem.self) { try draft { $0.text = "xxx" + marks } }
    #expect(problem?.reason.contains("20001 bytes") == true)
  }

  @Test("has tags in lowercase, each once, none empty")
  func tags() throws {
    let tags = try draft { $0.tags = ["Wit", " wit ", "", "Ελλάδα", "two words"] }.quote.tags
    #expect(tags == ["wit", "ελλάδα", "two words"])
  }

  @Test("keeps a creator with a comma, a bar, a percent sign or an apostrophe as it is")
  func creators() throws {
    for name in ["Camillo Benso, Count of Cavour", "a | b", "100%", "O'Brien", ""] {
      #expect(try draft { $0.creator = name }.quote.creator == name)
    }
  }

  @Test("has nothing that is the server's to set")
  func serversFields() throws {
    let quote = try draft {
      $0.id = "w34regdqxkiwr5yk"
      $0.etag = "7"
      $0.createTime = Timestamp(seconds: 1)
      $0.updateTime = Timestamp(seconds: 1)
    }.quote
    #expect(quote.id == "" && quote.etag == "" && quote.createTime == nil)
    #expect(quote.updateTime == nil)
  }

  static let broken: [(field: String, change: @Sendable (inout Quote) -> Void)] = [
    ("text", { $0.text = " \n\u{3000}" }),
    ("creator", { $0.creator = "two\nlines" }),
    ("creator", { $0.creator = String(repeating: "x", count: 1_001) }),
    ("source", { $0.source = String(repeating: "x", count: 2_001) }),
    ("year", { $0.year = 10_000 }),
    ("year", { $0.year = .min }),
    ("language", { $0.language = "english language" }),
    ("tags", { $0.tags = (0...64).map(String.init) }),
    ("tags", { $0.tags = [String(repeating: "x", count: 201)] }),
    ("source_url", { $0.sourceURL = "javascript:alert(1)" }),
    ("source_url", { $0.sourceURL = "https://example.org/a b" }),
    ("attribution", { $0.attribution = Attribution(rawValue: 5) }),
    ("rating", { $0.rating = Rating(rawValue: -1) }),
    ("translation_of", { $0.translationOf = "the other one" }),
  ]

  @Test("is refused by the name of the field at fault", arguments: broken.indices)
  func fields(index: Int) {
    let (field, change) = Self.broken[index]
    let problem = #expect(throws: QuoteProblem.self) { try draft(change) }
    #expect(problem?.field == field)
  }
}
