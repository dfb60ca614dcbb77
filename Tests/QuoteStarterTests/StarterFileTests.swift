// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteStarter
internal import Testing

@Suite("A file of the starter catalogue")
struct StarterFileTests {
  static let header = StarterFile.columns.joined(separator: "\t") + "\n"

  private func read(_ lines: String) throws(StarterError) -> [Quote] {
    try StarterFile(language: "en", bytes: Array((Self.header + lines).utf8)).quotes()
  }

  @Test("gives each line's quote with all of its columns")
  func columns() throws {
    let quotes = try read(
      "Brevity is the soul of wit.\tWilliam Shakespeare\tHamlet\tact 2, scene 2\t1603\twit,brevity"
        + "\thttps://example.org/hamlet\tATTRIBUTED\n")
    var expected = Quote()
    expected.text = "Brevity is the soul of wit."
    expected.creator = "William Shakespeare"
    expected.source = "Hamlet, act 2, scene 2"
    expected.year = 1603
    expected.language = "en"
    expected.tags = ["wit", "brevity", "starter"]
    expected.sourceURL = "https://example.org/hamlet"
    expected.attribution = .attributed
    expected.rating = .general
    #expect(quotes == [expected])
  }

  @Test(
    "cites a place in a work as its language does",
    arguments: [
      ("en", "Genesis", "1:3", "Genesis 1:3"), ("en", "Emma", "", "Emma"),
      ("la", "Aeneis", "liber I, versus 203", "Aeneis, liber I, versus 203"),
      ("zh", "论语", "学而", "《论语·学而》"), ("zh", "静夜思", "", "《静夜思》"),
    ])
  func citation(language: String, work: String, place: String, source: String) throws {
    let line = "Text.\tCreator\t\(work)\t\(place)\t1\t\t\tATTRIBUTED\n"
    let file = StarterFile(language: language, bytes: Array((Self.header + line).utf8))
    #expect(try file.quotes().first?.source == source)
  }

  @Test("leaves out what a line doesn't say")
  func emptyColumns() throws {
    let quote = try #require(try read("Know thyself.\t\t\t\t-400\t\t\tVERIFIED\n").first)
    #expect(quote.creator == "" && quote.source == "" && quote.sourceURL == "")
    #expect(quote.year == -400)
    #expect(quote.tags == ["starter"])
    #expect(quote.attribution == .verified)
  }

  @Test(
    "puts line breaks and backslashes back into a text",
    arguments: [
      (#"one\ntwo"#, "one\ntwo"), (#"a\\b"#, #"a\b"#), (#"a\\nb"#, #"a\nb"#), (#"\\\n"#, "\\\n"),
    ])
  func escapes(field: String, text: String) throws {
    #expect(try read("\(field)\t\t\t\t\t\t\tVERIFIED\n").map(\.text) == [text])
  }

  @Test(
    "names the line that can't be read, and why",
    arguments: [
      ("a\t\t\t\t\t\tVERIFIED", "it has 7 columns instead of 8"),
      ("a\t\t\t\tsoon\t\t\tVERIFIED", "\"soon\" is no year"),
      ("a\t\t\t\t\t\t\tSURE", "\"SURE\" is no attribution"),
      ("\tb\t\t\t\t\t\tVERIFIED", "it has no text"),
      (#"a\t"# + "\t\t\t\t\t\t\tVERIFIED", "a backslash stands before neither n nor a backslash"),
    ])
  func badLine(line: String, problem: String) {
    let error = #expect(throws: StarterError.self) {
      try read("good\t\t\t\t\t\t\tVERIFIED\n\(line)\n")
    }
    #expect(error?.language == "en" && error?.line == 3)
    #expect(error?.problem == problem)
  }

  @Test("is refused with columns that are not the known ones", arguments: ["", "text\tcreator\n"])
  func badHeader(text: String) {
    #expect(throws: StarterError.self) {
      try StarterFile(language: "en", bytes: Array(text.utf8)).quotes()
    }
  }
}
