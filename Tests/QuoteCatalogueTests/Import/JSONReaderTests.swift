// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import Testing

@Suite("A JSON file of quotes")
struct JSONReaderTests {
  private static let whole: Quote = {
    var quote = Quote()
    quote.id = "abcdefgh23456723"
    quote.text = "Less is more."
    quote.creator = "Robert Browning"
    quote.source = "Andrea del Sarto"
    quote.year = 1855
    quote.language = "en"
    quote.tags = ["brevity", "a|b;c"]
    quote.sourceURL = "https://example.org/"
    quote.attribution = .verified
    quote.rating = .general
    quote.translationOf = "bcdefgh234567234"
    quote.createTime = Timestamp(seconds: 1_796_000_000, nanoseconds: 500_000_000)
    quote.updateTime = Timestamp(seconds: 1_796_000_001)
    quote.deleteTime = Timestamp(seconds: -1, nanoseconds: 999_000_000)
    return quote
  }()

  @Test("takes our own fields, in either spelling, as the command line prints them")
  func ownFields() {
    let camel = #"""
      {"id":"abcdefgh23456723","text":"Less is more.","creator":"Robert Browning",
      "source":"Andrea del Sarto","year":1855,"language":"en","tags":["brevity","a|b;c"],
      "sourceUrl":"https://example.org/","attribution":"ATTRIBUTION_VERIFIED",
      "rating":"RATING_GENERAL","translationOf":"bcdefgh234567234",
      "createTime":"2026-11-30T00:53:20.500Z","updateTime":"2026-11-30T01:53:21+01:00",
      "etag":"7","deleteTime":"1969-12-31T23:59:59.999Z"}
      """#
    let snake = camel.replacing("sourceUrl", with: "source_url")
      .replacing("translationOf", with: "translation_of").replacing("Time", with: "_time")
      .replacing("\"ATTRIBUTION_VERIFIED\"", with: "1").replacing("RATING_GENERAL", with: "general")
    for text in [camel, snake, "{\"quotes\": [\(camel)], \"totalSize\": 1}", "[\(snake)]"] {
      let reading = Reading(text, .json)
      #expect(reading.quotes == [Self.whole])
      #expect(reading.problems == [])
    }
  }

  @Test("takes quotable's records")
  func quotable() {
    let reading = Reading(
      #"""
      {"count":2,"totalCount":2,"page":1,"totalPages":1,"lastItemIndex":2,"results":[
      {"_id":"2xpHvSOQMD","content":"Helping people is all I do.","author":"Brian Chan",
       "authorSlug":"brian-chan","length":27,"tags":["Famous Quotes"],
       "dateAdded":"2020-01-01","dateModified":"2023-04-14"},
      {"_id":"x","content":"Who knows?","author":"Anonymous","tags":[]}]}
      """#, nil)
    #expect(reading.problems == [])
    #expect(reading.quotes.map(\.text) == ["Helping people is all I do.", "Who knows?"])
    #expect(reading.quotes.map(\.creator) == ["Brian Chan", ""])
    #expect(reading.quotes.map(\.attribution) == [.attributed, .unspecified])
    #expect(reading.quotes[0].tags == ["Famous Quotes"])
    #expect(reading.quotes[0].id == "")
  }

  @Test("takes QuoteSlate's records")
  func quoteSlate() {
    let reading = Reading(
      #"[{"id":498,"quote":"Be curious.","author":"Ryan Adams","length":11,"tags":["life"]}]"#, nil)
    #expect(reading.problems == [])
    #expect(reading.quotes.map(\.text) == ["Be curious."])
    #expect(reading.quotes.map(\.creator) == ["Ryan Adams"])
    #expect(reading.quotes[0].id == "")
  }

  @Test("takes the quote out of a day's response")
  func daily() {
    let reading = Reading(#"{"quote":{"text":"A"},"date":"2026-11-30","reason":"X"}"#, .jsonl)
    #expect(reading.quotes.map(\.text) == ["A"])
    #expect(reading.problems == [])
  }

  @Test("warns of a name that means nothing once, and takes the rest")
  func unknownNames() {
    let reading = Reading(
      "{\"text\":\"A\",\"mood\":1}\n{\"text\":\"B\",\"mood\":2,\"\\u001b[31m\":0}", .jsonl)
    #expect(reading.quotes.map(\.text) == ["A", "B"])
    #expect(
      reading.problems == [
        "quotes:1: warning: The field \"mood\" means nothing here and is left out, here and below.",
        "quotes:2: warning: The field \"?[31m\" means nothing here and is left out, here and below.",
      ])
  }

  @Test(
    "tells file, line and reason of each record that it can't take, and takes the rest",
    arguments: [
      (#"{"creator":"X"}"#, "text is missing: name it text, or quote or content as others do."),
      (#"{"text":5}"#, "text is or holds a number: it must be a text."),
      (#"{"text":"A","text":"B"}"#, #"A name is there twice, '"text"': it may be there once."#),
      (#"{"text":"A","Text":"B"}"#, "text is there twice, by two spellings."),
      (#"{"text":"A","tags":"a","tags":[1]}"#, nil),
      (#"{"text":"A","tags":[1]}"#, "tags is or holds a number: it must be texts."),
      (#"{"text":"A","year":"soon"}"#, nil),
      (#"{"text":"A","year":99999999999}"#, nil),
      (#"{"text":"A","attribution":"MAYBE"}"#, nil),
      (#"{"text":"A","createTime":"yesterday"}"#, nil),
      (#"{"text":"A","createTime":"2026-02-30T00:00:00Z"}"#, nil),
      ("[1]", "The record is a number: a quote is an object."),
      ("\"A\"", "The record is a text: a quote is an object."),
      (#"{"text":"A" "creator":"B"}"#, nil), ("{\"text\":\"\u{7}\"}", nil), ("nonsense", nil),
    ])
  func rejections(record: String, reason: String?) {
    let reading = Reading("{\"text\":\"one\"}\n\(record)\n{\"text\":\"two\"}\n", .jsonl)
    #expect(reading.quotes.map(\.text) == ["one", "two"])
    #expect(reading.lines == [1, 3])
    #expect(reading.problems.count == 1)
    #expect(reading.problems.allSatisfy { $0.hasPrefix("quotes:2: rejected: ") })
    if let reason { #expect(reading.problems == ["quotes:2: rejected: \(reason)"]) }
  }

  @Test("leaves what is null as it is where it isn't there")
  func null() {
    let reading = Reading(#"{"text":"A","creator":null,"tags":null,"year":null}"#, .json)
    #expect(reading.quotes.map(\.creator) == [""])
    #expect(reading.problems == [])
  }

  @Test("gives its language to quotes that tell none")
  func language() {
    let reading = Reading(#"[{"text":"A"},{"text":"B","language":"en"}]"#, .json) {
      $0.language = "de"
    }
    #expect(reading.quotes.map(\.language) == ["de", "en"])
  }
}
