// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteOutput
internal import Testing

@Suite("JSON")
struct JSONTests {
  @Test(
    "escapes what must be, and what a terminal would obey",
    arguments: [
      ("plain é 孔 👩‍👩‍👧", "plain é 孔 👩‍👩‍👧"), ("\"quoted\" \\ /", #"\"quoted\" \\ /"#),
      ("a\nb\r\nc\td", #"a\nb\r\nc\td"#), ("\0\u{1B}[31m", #"\u0000\u001b[31m"#),
      ("\u{7F}\u{9B}31m", #"\u007f\u009b31m"#), ("\u{202E}drow\u{2028}", #"\u202edrow\u2028"#),
      ("\u{2067}\u{2069}", #"\u2067\u2069"#),
    ])
  func escapes(text: String, expected: String) {
    #expect(JSON.string(text).line == "\"\(expected)\"")
  }

  @Test("is indented on demand, and empty where it is empty")
  func indents() {
    let value = JSON.object([
      .init("a", .array([.number(-1), .bool(true)])), .init("b", .array([])),
      .init("c", .object([])),
    ])
    #expect(value.line == #"{"a":[-1,true],"b":[],"c":{}}"#)
    #expect(
      value.lines() == """
        {
          "a": [
            -1,
            true
          ],
          "b": [],
          "c": {}
        }
        """)
  }

  @Test("of a quote has the contract's names, and leaves out what is empty")
  func quote() {
    let printer = Printer(.jsonl, style: Style(width: 80, isColoured: false))
    #expect(
      printer.quotes([Samples.hamlet, Samples.confucius]) == #"""
        {"id":"abcdefgh23456723","text":"This above all: to thine own self be true.",\#
        "creator":"William Shakespeare","source":"Hamlet, act 1, scene 3","year":1603,\#
        "language":"en","tags":["truth","self"],\#
        "sourceUrl":"https://example.org/hamlet?act=1&scene=3",\#
        "attribution":"ATTRIBUTION_VERIFIED","rating":"RATING_GENERAL",\#
        "translationOf":"zzzzzzzz23456723","createTime":"2026-11-30T00:53:20.500Z",\#
        "updateTime":"1969-12-31T23:59:59.000001Z","etag":"7"}
        {"id":"bbbbbbbb23456723",\#
        "text":"己所不欲，勿施於人。己所不欲，勿施於人。己所不欲，勿施於人。","creator":"孔子","year":-479}

        """#)
  }

  @Test("of a day has times, spans and octets as the contract's JSON form writes them")
  func daily() {
    var response = Samples.daily
    response.quote = nil
    let printer = Printer(.json, style: Style(width: 80, isColoured: false))
    #expect(
      printer.daily(response) == """
        {
          "date": "2026-11-30",
          "validUntil": "2026-11-30T23:00:00Z",
          "validFor": "3600.250s",
          "timeZone": "Europe/Berlin",
          "calendar": "default",
          "reason": "DAILY_REASON_PINNED",
          "certainty": "CERTAINTY_EXPECTED",
          "cyclePosition": 12,
          "chain": "AP8QIA=="
        }

        """)
  }

  @Test("keeps the number of a value it has no name for")
  func unknownNumber() {
    var response = DailyQuoteResponse()
    response.reason = DailyReason(rawValue: 99)
    let printer = Printer(.jsonl, style: Style(width: 80, isColoured: false))
    #expect(printer.daily(response) == "{\"reason\":99}\n")
  }

  @Test("of a message holds every field")
  func message() {
    let printer = Printer(.jsonl, style: Style(width: 80, isColoured: false))
    #expect(
      printer.message(Samples.message) == #"""
        {"message":{"text":"Look!\n\nThis above all.\n— William Shakespeare",\#
        "parts":["Look!","This above all."],"layout":{"imageTitle":"image title",\#
        "imageSubtitle":"image subtitle","caption":"This above all.",\#
        "subcaption":"— William Shakespeare","trailingCaption":"trailing",\#
        "trailingSubcaption":"trailing too"},"payloadJson":"{}","summaryText":"This above all.",\#
        "accessibilityLabel":"This above all, by William Shakespeare",\#
        "url":"http://127.0.0.1:4242/q/abcdefgh23456723","sessionId":"one","truncated":true,\#
        "length":{"used":44,"limit":50,"unit":"graphemes"},"subject":"Quote",\#
        "mime":"Subject: Quote\r\n\r\nThis above all.\r\n"}}

        """#)
  }

  @Test("of a list always has quotes and the next page's token, and is one document")
  func list() {
    var quote = Quote()
    quote.id = "a"
    #expect(
      Samples.list(Samples.page([quote, quote]), .json) == """
        {
          "quotes": [
            {
              "id": "a"
            },
            {
              "id": "a"
            }
          ],
          "nextPageToken": "AbC-_",
          "totalSize": 2127,
          "revision": "18446744073709551615"
        }

        """)
    #expect(
      Samples.list(ListQuotesResponse(), .json) == """
        {
          "quotes": [],
          "nextPageToken": "",
          "totalSize": 0,
          "revision": "0"
        }

        """)
  }
}
