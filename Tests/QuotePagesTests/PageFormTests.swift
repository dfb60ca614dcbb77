// SPDX-License-Identifier: Apache-2.0

internal import QuotePages
internal import Testing

@Suite("The form of a page")
struct PageFormTests {
  @Test(
    "is HTML for whom takes HTML more gladly",
    arguments: [
      "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8", "text/html",
      "TEXT/HTML", "text/html, text/plain", "text/*, text/html;level=1",
      "text/plain;q=0.5,text/html",
      "text/plain;q=0.5, */*;q=0.9", "text/plain;q=0, */*", "text/html;q=0.1,text/plain;q=0.10",
    ])
  func html(accept: String) {
    #expect(PageForm.wanted(accept: accept, acceptEncoding: nil) == .html)
  }

  @Test(
    "is plain text for whom takes that more gladly, and for whom takes anything",
    arguments: [
      "*/*", "text/plain", "text/plain, text/html;q=0.9", "text/*", "text/html;q=0, */*",
      "text/html;q=0.2, */*", "", "application/json", "nonsense",
      "text/plain;q=0.6,text/html;q=0.599",
    ])
  func plainText(accept: String) {
    #expect(PageForm.wanted(accept: accept, acceptEncoding: "identity") == .plainText)
  }

  @Test("is plain text for whom says nothing")
  func silent() {
    #expect(PageForm.wanted(accept: nil, acceptEncoding: nil) == .plainText)
  }

  @Test("is HTML for whom takes anything, and that compressed, as makers of previews do")
  func previews() {
    #expect(PageForm.wanted(accept: "*/*", acceptEncoding: "deflate, gzip") == .html)
    #expect(PageForm.wanted(accept: "text/plain", acceptEncoding: "gzip") == .plainText)
  }
}
