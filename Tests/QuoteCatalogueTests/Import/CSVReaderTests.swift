// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import Testing

@Suite("A CSV file of quotes")
struct CSVReaderTests {
  @Test(
    "is read by its header, whatever its names, separator and line breaks",
    arguments: [
      "text,creator,tags\nA,B,x;y\n", "content,author,tags\r\nA,B,x|y\r\n",
      "\u{FEFF}Quote,Author,Category\nA,B,\"x, y\"", "author;tags;quote\nB;x|y;A\n",
      "TEXT\tCREATOR\tTAGS\nA\tB\tx;y", "quote|author|tags\nA|B|x;y\n",
      "tags,length,Quote Text,author_name\n\"x;y\",1,A,B\n", "\n\ntext,by,keywords\n\nA,B,x;y\n\n",
      "\"text\",\"creator\",\"tags\"\n\"A\",\"B\",\"x;y\"\n", "text,creator,tags,\nA,B,x;y,\n",
    ])
  func headers(text: String) {
    let reading = Reading(text, .csv)
    #expect(reading.problems == [])
    #expect(reading.quotes.map(\.text) == ["A"])
    #expect(reading.quotes.map(\.creator) == ["B"])
    #expect(
      reading.quotes.map { $0.tags.map { $0.split(separator: " ").joined() } } == [["x", "y"]])
  }

  @Test("may have its separator told")
  func separator() {
    let reading = Reading("text,creator;source\nA;B\n", .csv) { $0.separator = 0x3B }
    #expect(reading.problems.count == 1)
    #expect(reading.quotes == [])
    #expect(
      Reading("text,a;creator\nA;B\n", .csv) { $0.separator = 0x2C }.quotes.map(\.text) == ["A;B"])
  }

  @Test(
    "without a header is refused, and told what is needed",
    arguments: ["To be or not to be,Shakespeare\nA,B\n", "id,creator\nx,y\n", "1,2,3"])
  func noHeader(text: String) {
    let reading = Reading(text, .csv)
    #expect(reading.quotes == [])
    #expect(reading.problems.count == 1)
    #expect(
      reading.problems.allSatisfy {
        $0.hasPrefix(
          "quotes:1: rejected: The first line must name the columns, one of them text "
            + "(or quote, or content); it is \"")
      })
  }

  @Test("with two columns for one field is refused")
  func twice() {
    let reading = Reading("text,author,creator\nA,B,C\n", .csv)
    #expect(
      reading.problems == [
        "quotes:1: rejected: Two columns are the creator: rename the one that is not, or take it out."
      ])
  }

  @Test("warns of a column that means nothing, once")
  func unknownColumn() {
    let reading = Reading("text,mood\nA,x\nB,y\n", .csv)
    #expect(reading.quotes.map(\.text) == ["A", "B"])
    #expect(
      reading.problems == [
        "quotes:1: warning: The column \"mood\" means nothing here and is left out."
      ])
  }

  @Test("warns of ten columns that mean nothing, and counts the others")
  func unknownColumns() {
    let names = (0..<100_000).map { "c\($0)" }.joined(separator: ",")
    let reading = Reading("text,\(names)\nA\n", .csv)
    #expect(reading.quotes.map(\.text) == ["A"])
    #expect(reading.problems.count == 11)
    #expect(reading.problems[9].contains("\"c9\""))
    #expect(
      reading.problems.last
        == "quotes:1: warning: 99990 more columns mean nothing here and are left out.")
  }

  @Test(
    "tells file, line and reason of each row that it can't take, and takes the rest",
    arguments: [
      ("C,D,E", "The row has 3 cells, and the header has 2"), ("\"C\"x,D", "Text follows"),
      ("\"C \"so\" D\",E", "Text follows"), ("C,soon", "year is \"soon\""),
    ])
  func rejections(row: String, reason: String) {
    let reading = Reading("text,year\n\"one\n\n\",1\n\(row)\ntwo,2\n", .csv)
    #expect(reading.quotes.map(\.year) == [1, 2])
    #expect(reading.lines == [2, 6])
    #expect(reading.problems.count == 1)
    #expect(reading.problems.allSatisfy { $0.hasPrefix("quotes:5: rejected: \(reason)") })
  }

  @Test("goes on behind a quotation mark that is never closed")
  func unclosed() {
    let reading = Reading("text\none\n\"two\nthree\n", .csv)
    #expect(reading.quotes.map(\.text) == ["one", "three"])
    #expect(
      reading.problems == [
        "quotes:3: rejected: The quotation mark that a cell begins with is never closed."
      ])
  }

  @Test("takes rows with cells too few and empty ones too many, as spreadsheets leave them")
  func lengths() {
    let reading = Reading("text,creator\nA\nB,C,,\n,\n", .csv)
    #expect(reading.problems == [])
    #expect(reading.quotes.map(\.text) == ["A", "B", ""])
    #expect(reading.quotes.map(\.creator) == ["", "C", ""])
  }

  @Test("is decoded as it is told, and refuses what is not UTF-8 else")
  func encodings() {
    let bytes = Array("text\ncaf".utf8) + [0xE9, 0x0A] + Array("fine\n".utf8)
    let strict = Reading(bytes, .csv)
    #expect(strict.quotes.map(\.text) == ["fine"])
    #expect(
      strict.problems == [
        "quotes:2: rejected: text is not utf-8: give the file's encoding, latin1 or cp1252."
      ])
    #expect(
      Reading(bytes, .csv) { $0.encoding = .latin1 }.quotes.map(\.text) == ["café", "fine"])
  }

  @Test("leaves a leading apostrophe alone where it isn't an export of ours")
  func apostrophes() {
    #expect(Reading("text\n'=1\n'tis\n", .csv).quotes.map(\.text) == ["'=1", "'tis"])
  }

  @Test("never traps, whatever it is cut to")
  func garbage() {
    let text = Array("\u{FEFF}text,\"a\"\"\r\n\n\"x\",,\"\"\"\n,\"".utf8)
    for start in 0..<text.count {
      for end in start...text.count {
        for separator in [nil, 0x3B, 0x2C] as [UInt8?] {
          let reading = Reading(Array(text[start..<end]), .csv) { $0.separator = separator }
          #expect(reading.quotes.count + reading.problems.count <= end - start + 1)
        }
      }
    }
  }
}
