// SPDX-License-Identifier: Apache-2.0

internal import QuotePages
internal import RPCCore
internal import Testing

@Suite("Files beside the pages")
struct AssetTests {
  /// The addresses that the first page names, seen from the root.
  private static func addresses() async -> [String] {
    await Pages().html("/").text.split(separator: "\"").filter { $0.hasPrefix("./assets/") }
      .map { String($0.dropFirst()) }
  }

  @Test("are all there that the pages name, for ever, since their addresses name their content")
  func named() async throws {
    let addresses = Set(await Self.addresses())
    #expect(addresses.count == 3)
    for address in addresses {
      let file = await Pages().html(address)
      #expect(file.status == 200)
      #expect(file.fields["cache-control"] == "public, max-age=31536000, immutable")
      #expect(!file.body.isEmpty)
    }
  }

  @Test(
    "say what they are",
    arguments: [
      ("style.css", "text/css; charset=utf-8"), ("icon.svg", "image/svg+xml"),
      ("quoted.js", "text/javascript; charset=utf-8"), ("api.js", "text/javascript; charset=utf-8"),
      ("list.js", "text/javascript; charset=utf-8"),
      ("compose.js", "text/javascript; charset=utf-8"),
      ("quote.js", "text/javascript; charset=utf-8"),
    ])
  func types(name: String, type: String) async {
    let file = await Pages().html("/assets/any/\(name)")
    #expect(file.status == 200)
    #expect(file.fields["content-type"] == type)
  }

  @Test("are given to pages of another version too, but not for ever")
  func otherVersion() async {
    let file = await Pages().html("/assets/0123456789abcdef/style.css")
    #expect(file.fields["cache-control"] == "no-cache")
  }

  @Test(
    "are no others",
    arguments: [
      "/assets/", "/assets/any/compose.html", "/assets/any/../style.css", "/assets/any/none.js",
      "/assets/style.css", "/assets/any/style.css/", "//assets/any/style.css",
    ])
  func missing(path: String) async {
    #expect(await Pages().html(path).status == 404)
  }

  @Test("load nothing from elsewhere")
  func ownOnly() async {
    for name in ["style.css", "quoted.js", "api.js", "list.js", "compose.js", "quote.js"] {
      let file = await Pages().html("/assets/any/\(name)")
      #expect(file.count(of: "http:") == 0)
      #expect(file.count(of: "https:") == 0)
      #expect(file.count(of: "url(") == 0)
      #expect(file.count(of: "innerHTML") == 0)
    }
  }
}
