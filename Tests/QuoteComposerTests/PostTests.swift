// SPDX-License-Identifier: Apache-2.0

internal import QuoteComposer
internal import QuoteJSON
internal import QuoteModel
internal import Testing

@Suite("A post for a network")
struct PostTests {
  private let quote = Samples.quote(
    "Ask @alice.", creator: "Zoë", language: "de-CH", id: "abcdefghijklmnop")
  private let link = "https://quotes.example/q/abcdefghijklmnop"

  @Test("is a status with its link and language for Mastodon")
  func mastodon() throws {
    let message = try Samples.compose(quote, to: .mastodon)
    let payload = try message.payload
    #expect(payload.names == ["status", "language"])
    #expect(payload["status"].string == "„Ask @\u{2060}alice.“\n— Zoë\n" + link)
    #expect(payload["language"] == "de")
    #expect(message.text == payload["status"].string)
    // 14 and 5 graphemes, two line feeds, and 23 for the link.
    #expect(message.length == MessageLength(used: 44, limit: 500, unit: "graphemes"))
  }

  @Test("counts no link within a text short for Mastodon")
  func mastodonLinks() throws {
    let short = try Samples.compose(Samples.quote("See http://a.b now"), to: .mastodon)
    #expect(try #require(short.length).used >= 20 - 10 + 23)
    let other = try Samples.compose(Samples.quote("x", language: "tlh-Latn"), to: .mastodon)
    #expect(try other.payload["language"] == "tlh")
    #expect(try Samples.compose(Samples.quote("x"), to: .mastodon).payload.names == ["status"])
  }

  @Test("is a record whose facet is in bytes for Bluesky")
  func bluesky() throws {
    let message = try Samples.compose(quote, to: .bluesky, note: "👩🏽‍🚀")
    let payload = try message.payload
    #expect(payload.names == ["$type", "text", "facets", "langs"])
    #expect(payload["text"].string == "👩🏽‍🚀\n\n„Ask @alice.“\n— Zoë")
    #expect(payload["langs"] == ["de-CH"])
    let facet = payload["facets"][0]
    let bytes = Array(payload["text"].string.utf8)
    let (start, end) = (
      facet["index"]["byteStart"].number, facet["index"]["byteEnd"].number
    )
    #expect(String(decoding: bytes[start..<end], as: UTF8.self) == "Zoë")
    #expect(
      facet["features"] == [["$type": "app.bsky.richtext.facet#link", "uri": .string(link)]])
    #expect(payload["facets"].elements.count == 1)
    #expect(message.length == MessageLength(used: 22, limit: 300, unit: "graphemes"))
  }

  @Test("takes 300 graphemes and 3,000 bytes for Bluesky, whichever comes first")
  func blueskyBytes() throws {
    let latin = try Samples.compose(
      Samples.quote(String(repeating: "a", count: 400)), to: .bluesky)
    #expect(latin.length == MessageLength(used: 300, limit: 300, unit: "graphemes"))
    // A family has 25 bytes.
    let family = String(repeating: "👨‍👩‍👧‍👦", count: 200)
    let families = try Samples.compose(Samples.quote(family), to: .bluesky)
    #expect(families.truncated)
    #expect((2_950...3_000).contains(families.text.utf8.count))
    #expect(throws: ComposerError.overLimit(used: 5_006, limit: 3_000, unit: "bytes")) {
      try Samples.compose(Samples.quote(family), to: .bluesky, overflow: .fail)
    }
  }

  @Test("has the link of a thread in its last part")
  func thread() throws {
    let text = String(repeating: "Wisdom begins in wonder. ", count: 30)
    let long = Samples.quote(text, creator: "Socrates", id: "abc")
    for channel in [.mastodon, .bluesky] as [Channel] {
      let message = try Samples.compose(long, to: channel, overflow: .split)
      let bodies = try message.payload.elements
      #expect(bodies.count == message.parts.count && bodies.count > 1)
      let linked = bodies.map { $0.text.contains("quotes.example") }
      #expect(linked.last == true && !linked.dropLast().contains(true))
    }
  }
}
