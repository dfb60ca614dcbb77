// SPDX-License-Identifier: Apache-2.0

internal import QuoteComposer
internal import QuoteModel
internal import Testing

@Suite("The public URL")
struct PublicURLTests {
  private func url(_ base: String, id: String) throws -> String {
    try Composer.compose(
      quote: Samples.quote("x", id: id), channel: .plainText, note: "", locale: "", sessionID: "",
      overflow: .truncate, limit: 0, display: nil, publicURL: PublicURL(base)
    ).url
  }

  @Test(
    "leads to a quote by its id",
    arguments: [
      ("http://127.0.0.1:4242", "abc234", "http://127.0.0.1:4242/q/abc234"),
      ("https://quotes.example/", "abc", "https://quotes.example/q/abc"),
      ("https://quotes.example/some/path//", "abc", "https://quotes.example/some/path/q/abc"),
      ("HTTP://[::1]:80", "abc", "http://[::1]:80/q/abc"),
      ("http://h", "../a b/é?#&", "http://h/q/..%2Fa%20b%2F%C3%A9%3F%23%26"),
      ("http://h", "", ""),
    ])
  func leads(base: String, id: String, expected: String) throws {
    #expect(try url(base, id: id) == expected)
  }

  @Test("has at most 5,000 characters, or is left out")
  func length() throws {
    let base = "https://h/" + String(repeating: "a", count: 1_990)
    #expect(try url(base, id: String(repeating: "é", count: 450)).utf8.count <= 5_000)
    #expect(try url(base, id: String(repeating: "é", count: 450)).hasSuffix("%C3%A9"))
    #expect(try url(base, id: String(repeating: "é", count: 451)).isEmpty)
  }

  @Test(
    "is http or https with a host and nothing after the path",
    arguments: [
      "", "quotes.example", "ftp://quotes.example", "javascript:alert(1)", "https://",
      "https:///path",
      "https://:80", "https://h?x=1", "https://h#x", "https://user@h", "https://h/a b",
      "https://höst",
      "https://h\n", "https://" + String(repeating: "a", count: 2_000),
    ])
  func refuses(text: String) {
    #expect(throws: PublicURLError.self) { try PublicURL(text) }
  }
}
