// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuotePages
internal import RPCCore
internal import Testing

@Suite("The expanded face")
struct ExpandedFaceTests {
  @Test("lists all quotes with their creators, below today's")
  func all() async {
    var pages = Pages()
    pages.quotes = (1...3).map { Pages.quote("Quote \($0)", by: "Creator \($0)") }
    let page = await pages.html("/?q=")
    #expect(page.status == 200)
    #expect(page.text.contains("data-face=\"expanded\""))
    #expect(page.text.contains("<p class=\"count\" id=\"count\" role=\"status\">3 quotes</p>"))
    #expect(page.text.contains("Quote of the day"))
    for number in 1...3 {
      #expect(page.text.contains("<a href=\"./q/5uuertmjygejza6g\">Quote \(number)</a>"))
      #expect(page.text.contains("<bdi class=\"creator\">Creator \(number)</bdi>"))
    }
  }

  @Test("is one quote after the other for curl, and tells where to go on")
  func plainText() async {
    var pages = Pages()
    pages.quotes = [Pages.quote("One", by: "A"), Pages.quote("Two", by: "")]
    pages.nextToken = "a+b/="
    #expect(
      await pages.plain("/?q=").text == """
        One
        — A

        Two
        — Unknown

        More: https://quotes.example/?q=&page=a%2Bb%2F%3D

        """)
  }

  @Test("leads to the next page by a link that keeps the words")
  func nextPage() async {
    var pages = Pages()
    pages.nextToken = "t&\"2"
    let page = await pages.html("/?q=world%2C+the")
    #expect(
      page.text.contains(
        "rel=\"next\" href=\"./?q=world%2C+the&amp;page=t%26%222\">More quotes</a>"))
    #expect(page.text.contains("data-next=\"t&amp;&quot;2\""))
  }

  @Test("has no link where there is no next page")
  func lastPage() async {
    let page = await Pages().html("/?q=&page=last")
    #expect(page.text.contains("id=\"next\" rel=\"next\" hidden>"))
  }

  @Test("shows the words that were searched for, harmless, and what was found")
  func search() async {
    let page = await Pages().html("/?q=more+am+I")
    #expect(page.text.contains("name=\"q\" type=\"search\" value=\"more am I\""))
    #expect(page.text.contains("Quotes with “<bdi>more am I</bdi>”"))
    let none = await Pages().html("/?q=%22%3E%3Cscript%3E")
    #expect(none.text.contains("value=\"&quot;&gt;&lt;script&gt;\""))
    #expect(none.text.contains("No quote has “<bdi>&quot;&gt;&lt;script&gt;</bdi>”."))
  }

  @Test("takes an empty search for all quotes", arguments: ["/?q=", "/?q=+%09", "/?page="])
  func blank(target: String) async {
    #expect(await Pages().html(target).text.contains("role=\"status\">1 quote</p>"))
  }

  @Test("says beside the field what can't be searched for")
  func refusal() async {
    var pages = Pages()
    pages.searchProblem = Status(.invalidArgument, "query is \"%\": it needs a letter.")
    let (html, text) = (await pages.html("/?q=%25"), await pages.plain("/?q=%25"))
    #expect(html.status == 400)
    #expect(html.text.contains("value=\"%\""))
    #expect(html.text.contains("<bdi>query is &quot;%&quot;: it needs a letter.</bdi>"))
    #expect(text.status == 400)
    #expect(text.text == "query is \"%\": it needs a letter.\n")
  }

  @Test("says when to try again where the index is not ready")
  func unavailable() async {
    var pages = Pages()
    pages.searchProblem = Status(
      .unavailable, "The search index is being made.",
      details: [.retryInfo(delay: .milliseconds(2500))])
    let page = await pages.html("/?q=x")
    #expect(page.status == 503)
    #expect(page.fields["retry-after"] == "3")
    #expect(page.fields["cache-control"] == "no-store")
  }

  @Test("is there though today has no quote")
  func withoutToday() async {
    var pages = Pages()
    pages.today = nil
    let page = await pages.html("/?q=")
    #expect(page.status == 200)
    #expect(!page.text.contains("id=\"today\""))
  }

  @Test("is asked for anew each time, since the catalogue changes")
  func freshness() async {
    #expect(await Pages().html("/?q=").fields["cache-control"] == "no-cache")
  }
}
