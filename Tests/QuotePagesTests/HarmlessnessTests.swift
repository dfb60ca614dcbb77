// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuotePages
internal import RPCCore
internal import Testing

@Suite("Pages of hostile texts")
struct HarmlessnessTests {
  static let hostile = [
    "<script>alert(1)</script>", "</title><script>x</script>", "\"><svg onload=alert(1)>",
    "' onmouseover='alert(1)", "</textarea></template></dialog><b>", "<!-- --> <![CDATA[ ]]>",
    "&lt;script&gt; &#60;b&#62;", "${x} {{x}} <%= x %>", "\u{202E}desrever\u{202C}",
    "a\nb\n\n<p>c", "javascript:alert(1)", "👨‍👩‍👧‍👦\u{1F3FD}𠮷",
  ]

  @Test(
    "have the tags and attributes that those of harmless texts have, and no others",
    arguments: hostile, ["/", "/?q=", "/q/" + Pages.austen.id])
  func structure(text: String, target: String) async {
    let hostile = await Self.pages(of: text).html(target)
    let harmless = await Self.pages(of: "text").html(target)
    for mark in ["<", ">", "\""] {
      #expect(hostile.count(of: mark) == harmless.count(of: mark))
    }
  }

  @Test(
    "have the same tags whatever is asked for",
    arguments: ["%3Cscript%3E", "%22%3E%3Cb%3E", "%00%1B%5B2J", "%FF%FE", "%", "%2", "\"><b>"])
  func echo(words: String) async {
    let hostile = await Pages().html("/?q=" + words)
    let harmless = await Pages().html("/?q=text")
    #expect(hostile.status == 200)
    for mark in ["<", ">", "\""] {
      #expect(hostile.count(of: mark) == harmless.count(of: mark))
    }
  }

  @Test("have nothing inline, and allow nothing inline", arguments: ["/", "/?q=", "/nothing"])
  func policy(target: String) async {
    let page = await Pages().html(target)
    let policy = page.fields["content-security-policy"] ?? ""
    #expect(policy.contains("default-src 'none'"))
    #expect(policy.contains("frame-ancestors 'none'"))
    #expect(!policy.contains("unsafe"))
    #expect(page.count(of: " style=") == 0)
    #expect(page.count(of: "<style") == 0)
    #expect(page.count(of: "<script") == 1)
    #expect(page.count(of: " on") == page.count(of: " one") + page.count(of: " on "))
    #expect(page.fields["referrer-policy"] == "no-referrer")
    #expect(page.fields["set-cookie"] == nil)
  }

  private static func pages(of text: String) -> Pages {
    var quote = Pages.quote(text, by: text, from: text, in: "en")
    quote.tags = [text]
    var pages = Pages()
    pages.quotes = [quote]
    pages.today = Pages.day(of: quote)
    return pages
  }
}
