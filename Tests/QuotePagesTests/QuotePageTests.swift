// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuotePages
internal import RPCCore
internal import Testing

@Suite("The page of a quote")
struct QuotePageTests {
  private static let target = "/q/" + Pages.austen.id

  @Test("shows the quote, and tells previews of its link what it is")
  func shows() async {
    let page = await Pages().html(Self.target)
    #expect(page.status == 200)
    #expect(page.text.contains("<p class=\"words\">The more I see of the world"))
    for tag in [
      "<meta property=\"og:type\" content=\"article\">",
      "<meta property=\"og:site_name\" content=\"Quoted\">",
      "<meta property=\"og:title\" content=\"Jane Austen\">",
      "<meta property=\"og:description\" content=\"The more I see of the world, the more am I "
        + "dissatisfied with it.\">",
      "<meta property=\"og:url\" content=\"https://quotes.example/q/5uuertmjygejza6g\">",
      "<link rel=\"canonical\" href=\"https://quotes.example/q/5uuertmjygejza6g\">",
    ] {
      #expect(page.text.contains(tag))
    }
  }

  @Test("is the quote itself for curl")
  func plainText() async {
    let page = await Pages().plain(Self.target)
    #expect(page.text.hasPrefix("The more I see of the world"))
    #expect(page.text.hasSuffix("— Jane Austen, Pride and Prejudice, chapter 24\n"))
  }

  @Test("finds everything else one folder above, wherever a proxy puts the pages")
  func relative() async {
    let page = await Pages().html(Self.target)
    #expect(page.text.contains("<a class=\"brand\" href=\"../\">"))
    #expect(page.text.contains("<script type=\"module\" src=\"../assets/"))
    #expect(page.count(of: "href=\"/") == 0)
  }

  @Test(
    "is not there for ids that no quote has, nor below one",
    arguments: [
      "/q/nothing", "/q/", "/q", "/q/5uuertmjygejza6g/", "/q/a/b", "/other", "/q/%3Cb%3E",
    ])
  func missing(target: String) async {
    let (html, text) = (await Pages().html(target), await Pages().plain(target))
    #expect(html.status == 404)
    #expect(html.text.contains("There is nothing here."))
    #expect(text.status == 404)
    #expect(!text.text.contains("<html"))
    #expect(html.fields["cache-control"] == "no-store")
  }

  @Test(
    "is written from right to left where its language is",
    arguments: [
      ("he", "rtl"), ("ar-EG", "rtl"), ("fa", "rtl"), ("yi", "rtl"), ("ur", "rtl"), ("HE", "rtl"),
      ("az-Arab", "rtl"), ("en", "auto"), ("", "auto"), ("he-Latn", "auto"), ("zh-Hans", "auto"),
    ])
  func direction(language: String, direction: String) async {
    var pages = Pages()
    pages.quotes = [Pages.quote("DNA הוא", by: "x", in: language)]
    let page = await pages.html(Self.target)
    #expect(page.text.contains("lang=\"\(language)\" dir=\"\(direction)\">"))
  }

  @Test(
    "is set the larger the less room it takes",
    arguments: [
      ("a", 70, "short"), ("a", 71, "medium"), ("a", 160, "medium"), ("a", 420, "long"),
      ("a", 421, "endless"), ("字", 35, "short"), ("字", 80, "medium"), ("字", 81, "long"),
    ])
  func size(character: Character, count: Int, size: String) async {
    var pages = Pages()
    pages.quotes = [Pages.quote(String(repeating: character, count: count), by: "x")]
    #expect(await pages.html(Self.target).text.contains("<figure class=\"quote \(size)\""))
  }

  @Test(
    "is set so that lines of verse hold",
    arguments: [
      ("a\nb", "medium"), (String(repeating: "a", count: 44) + "\nb", "medium"),
      (String(repeating: "a", count: 45) + "\nb", "long"),
    ])
  func verse(text: String, size: String) async {
    var pages = Pages()
    pages.quotes = [Pages.quote(text, by: "x")]
    #expect(await pages.html(Self.target).text.contains("<figure class=\"quote \(size)\""))
  }

  @Test(
    "leads to its source only where that is on the web",
    arguments: [
      ("https://example.org/?a=1&b=2", true), ("HTTP://example.org", true),
      ("javascript:alert(1)", false), ("data:text/html,x", false), ("//example.org", false),
      ("", false),
    ])
  func source(url: String, isShown: Bool) async {
    var quote = Pages.austen
    quote.sourceURL = url
    var pages = Pages()
    pages.quotes = [quote]
    let page = await pages.html(Self.target)
    #expect(page.text.contains("Read the source") == isShown)
    #expect(await pages.plain(Self.target).text.hasSuffix("  \(url)\n") == isShown)
  }

  @Test("leads to more by its creator and of its subjects")
  func facts() async {
    var quote = Pages.austen
    quote.tags = ["R&D", "world"]
    quote.year = -44
    var pages = Pages()
    pages.quotes = [quote]
    let page = await pages.html(Self.target)
    #expect(
      page.text.contains("href=\"../?q=%E2%80%9CJane+Austen%E2%80%9D\"><bdi>More by Jane Austen"))
    #expect(page.text.contains("href=\"../?q=R%26D\"><bdi>#R&amp;D</bdi>"))
    #expect(page.text.contains("<li>44 BCE</li>"))
  }

  @Test("has a title of a line, cut between words")
  func title() async {
    var pages = Pages()
    pages.quotes = [Pages.quote("One two\nthree " + String(repeating: "four ", count: 20), by: "x")]
    let page = await pages.html(Self.target)
    #expect(page.text.contains("<title>One two three four"))
    #expect(page.text.contains(" four… — x · Quoted</title>"))
  }
}
