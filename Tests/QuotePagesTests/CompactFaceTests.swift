// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuotePages
internal import RPCCore
internal import Testing

@Suite("The compact face")
struct CompactFaceTests {
  @Test("shows the quote of the day, its creator and the date")
  func today() async {
    let page = await Pages().html("/")
    #expect(page.status == 200)
    #expect(page.fields["content-type"] == "text/html; charset=utf-8")
    #expect(page.text.contains("<p class=\"words\">The more I see of the world, the more"))
    #expect(page.text.contains("<bdi class=\"creator\">Jane Austen</bdi>"))
    #expect(page.text.contains("<cite><bdi>Pride and Prejudice, chapter 24</bdi></cite>"))
    #expect(
      page.text.contains(
        "<time id=\"date\" datetime=\"2026-11-30\">Monday, 30 November 2026</time>"))
  }

  @Test(
    "names the day of the week",
    arguments: [
      ("1970-01-01", "Thursday, 1 January 1970"), ("1969-12-31", "Wednesday, 31 December 1969"),
      ("2024-02-29", "Thursday, 29 February 2024"), ("0001-01-01", "Monday, 1 January 1"),
      ("9999-12-31", "Friday, 31 December 9999"),
    ])
  func weekday(date: String, expected: String) async {
    var pages = Pages()
    pages.today?.date = date
    let page = await pages.html("/")
    #expect(page.text.contains(">\(expected)</time>"))
  }

  @Test("is plain text for curl, and nothing but the quote and who said it")
  func plainText() async {
    let page = await Pages().plain("/")
    #expect(page.status == 200)
    #expect(page.fields["content-type"] == "text/plain; charset=utf-8")
    #expect(
      page.text == """
        The more I see of the world, the more am I dissatisfied with it.
        — Jane Austen, Pride and Prejudice, chapter 24

        """)
  }

  @Test("may be kept until the day ends, and by whoever keeps the two forms apart")
  func freshness() async {
    for page in [await Pages().html("/"), await Pages().plain("/")] {
      #expect(page.fields["cache-control"] == "public, max-age=43200, must-revalidate")
      #expect(page.fields["vary"] == "accept, accept-encoding")
    }
  }

  @Test("is kept by nobody else where it came to somebody with a token")
  func ofToken() async {
    let page = await Pages().answer("/", accept: "text/html", token: "x")
    #expect(page.fields["cache-control"] == "private, max-age=43200, must-revalidate")
    let list = await Pages().answer("/?q=", accept: "text/html", token: "x")
    #expect(list.fields["cache-control"] == "private, no-cache")
  }

  @Test("says that the quote of the day was withdrawn")
  func withdrawn() async {
    var quote = Quote()
    quote.id = Pages.austen.id
    var pages = Pages()
    pages.today = Pages.day(of: quote)
    pages.today?.reason = .withdrawn
    let (html, text) = (await pages.html("/"), await pages.plain("/"))
    #expect(html.text.contains("<p class=\"notice\">The quote of this day was withdrawn.</p>"))
    #expect(html.text.contains("<div class=\"actions\" hidden>"))
    #expect(text.text == "The quote of 2026-11-30 was withdrawn.\n")
  }

  @Test("says why there is no quote of the day")
  func empty() async {
    var pages = Pages()
    pages.today = nil
    let (html, text) = (await pages.html("/"), await pages.plain("/"))
    #expect(html.status == 404)
    #expect(html.text.contains("The calendar has no quotes."))
    #expect(text.status == 404)
    #expect(text.text == "The calendar has no quotes.\n")
    #expect(text.fields["cache-control"] == "no-store")
  }

  @Test("tells previews of links what the quote of the day is")
  func openGraph() async {
    let page = await Pages().html("/")
    #expect(page.text.contains("<meta property=\"og:title\" content=\"The quote of the day\">"))
    #expect(page.text.contains("<meta property=\"og:url\" content=\"https://quotes.example/\">"))
    #expect(page.text.contains("content=\"The more I see of the world, the more am I"))
  }

  @Test("says who doubts that the creator said it")
  func doubt() async {
    var quote = Pages.austen
    quote.attribution = .misattributed
    var pages = Pages()
    pages.today = Pages.day(of: quote)
    #expect(await pages.html("/").text.contains("<span class=\"doubt\">misattributed</span>"))
    #expect(await pages.plain("/").text.hasSuffix("chapter 24 (misattributed)\n"))
  }
}
