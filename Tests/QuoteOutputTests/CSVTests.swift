// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteOutput
internal import Testing

@Suite("CSV")
struct CSVTests {
  private let printer = Printer(.csv, style: Style(width: 80, isColoured: false))

  /// The cell that a text of a quote becomes.
  private func cell(_ text: String) -> String {
    var quote = Quote()
    quote.id = "a"
    quote.text = text
    let row = printer.quotes([quote]).split(separator: "\r\n", maxSplits: 1)[1]
    return String(row.dropFirst("a,".count).dropLast(",,,,,,,,,,,,,\r\n".count))
  }

  @Test("has a header, a row for each quote and CRLF after each")
  func rows() {
    let names =
      "id,text,creator,source,year,language,tags,sourceUrl,attribution,rating,translationOf,"
      + "createTime,updateTime,etag,deleteTime\r\n"
    let hamlet =
      "abcdefgh23456723,This above all: to thine own self be true.,William Shakespeare,"
      + "\"Hamlet, act 1, scene 3\",1603,en,truth;self,https://example.org/hamlet?act=1&scene=3,"
      + "ATTRIBUTION_VERIFIED,RATING_GENERAL,zzzzzzzz23456723,2026-11-30T00:53:20.500Z,"
      + "1969-12-31T23:59:59.000001Z,7,\r\n"
    #expect(printer.quotes([Samples.hamlet]) == names + hamlet)
  }

  @Test(
    "quotes a cell where it must",
    arguments: [
      ("plain; text", "plain; text"), ("a, b", "\"a, b\""), ("say \"so\"", "\"say \"\"so\"\"\""),
      ("two\nlines", "\"two\nlines\""), ("", ""), ("\"\u{301}", "\"\"\"\u{301}\""),
    ])
  func quoting(text: String, expected: String) { #expect(cell(text) == expected) }

  @Test(
    "guards a text that a spreadsheet would take for a formula",
    arguments: [
      ("=1+1", "'=1+1"), ("+49 30", "'+49 30"), ("-a", "'-a"), ("@SUM(A1)", "'@SUM(A1)"),
      ("＝1", "'＝1"), ("=HYPERLINK(\"a\",\"b\")", "\"'=HYPERLINK(\"\"a\"\",\"\"b\"\")\""),
      ("— so it is", "— so it is"), ("a=b", "a=b"), ("'=1", "''=1"), ("'tis", "'tis"),
    ])
  func formulas(text: String, expected: String) { #expect(cell(text) == expected) }

  @Test("leaves a year before our era a number")
  func negativeYear() {
    #expect(printer.quotes([Samples.confucius]).contains(",孔子,,-479,"))
  }

  @Test("puts a nested message's columns behind its name, also where it is absent")
  func nested() {
    let lines = printer.daily(DailyQuoteResponse()).split(separator: "\r\n")
    #expect(lines[0].hasPrefix("quote.id,quote.text,"))
    #expect(
      lines[0].hasSuffix(
        ",quote.etag,quote.deleteTime,date,validUntil,validFor,timeZone,calendar,reason,"
          + "certainty,cyclePosition,chain"))
    let cells = lines.map { $0.split(separator: ",", omittingEmptySubsequences: false).count }
    #expect(cells == [24, 24])
    let message = printer.message(Samples.message).split(separator: "\r\n")
    #expect(message[0].contains(",message.layout.caption,"))
    #expect(message[0].contains(",message.length.unit,"))
  }
}
