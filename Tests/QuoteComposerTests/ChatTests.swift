// SPDX-License-Identifier: Apache-2.0

internal import QuoteComposer
internal import QuoteJSON
internal import QuoteModel
internal import Testing

@Suite("A message for a chat")
struct ChatTests {
  private let quote = Samples.quote(
    "Wisdom begins\nin <wonder> & *grace*.", creator: "Socrates", source: "Theaetetus",
    language: "en", id: "abcdefghijklmnop")
  private let link = "https://quotes.example/q/abcdefghijklmnop"

  @Test("is rich text and an escaped fallback for Slack")
  func slack() throws {
    let message = try Samples.compose(quote, to: .slack, note: "Look, <!channel>!")
    let payload = try message.payload
    #expect(payload.names == ["text", "mrkdwn", "unfurl_links", "unfurl_media", "blocks"])
    #expect(
      payload["text"].string == """
        Look, &lt;!channel&gt;!

        “Wisdom begins
        in &lt;wonder&gt; &amp; *grace*.”
        — Socrates, Theaetetus
        """)
    #expect(payload["mrkdwn"] == false)
    let elements = payload["blocks"][0]["elements"].elements
    #expect(
      elements.map { $0["type"].string }
        == ["rich_text_section", "rich_text_quote", "rich_text_section"])
    #expect(elements[0]["elements"][0]["text"] == "Look, <!channel>!")
    #expect(
      elements[1]["elements"][0]["text"] == "“Wisdom begins\nin <wonder> & *grace*.”")
    #expect(
      elements[2]["elements"][1]
        == ["type": "link", "url": .string(link), "text": "Socrates, Theaetetus"])
    #expect(message.length == MessageLength(used: 80, limit: 3_000, unit: "UTF-16"))
  }

  @Test("is escaped Markdown that mentions nobody for Discord")
  func discord() throws {
    let message = try Samples.compose(quote, to: .discord, note: "# @everyone <@1>\n1. x_y")
    let payload = try message.payload
    #expect(payload.names == ["content", "allowed_mentions"])
    #expect(payload["allowed_mentions"] == ["parse": []])
    #expect(
      payload["content"].string == ##"""
        \# \@everyone \<\@1\>
        1\. x\_y

        > “Wisdom begins
        > in \<wonder\> & \*grace\*.”
        — [Socrates, Theaetetus](<https://quotes.example/q/abcdefghijklmnop>)
        """##)
    #expect(
      message.length
        == MessageLength(
          used: Int32(payload["content"].string.utf16.count), limit: 2_000, unit: "UTF-16"))
    #expect(message.text.hasPrefix("# @everyone <@1>\n"))
  }

  @Test("counts its escapes for Discord")
  func discordCut() throws {
    let message = try Samples.compose(
      Samples.quote(String(repeating: "*", count: 3_000), creator: "X"), to: .discord)
    #expect(message.truncated)
    #expect([1_999, 2_000].contains(try message.payload["content"].string.utf16.count))
  }

  @Test("is text with entities in UTF-16 units for Telegram")
  func telegram() throws {
    let message = try Samples.compose(
      Samples.quote("𠮷 @durov", creator: "👨‍👩‍👧", id: "abc"), to: .telegram, note: "Hi 👋")
    let payload = try message.payload
    let text = Array(payload["text"].string.utf16)
    #expect(payload["text"].string == "Hi 👋\n\n“𠮷 @\u{2060}durov”\n— 👨‍👩‍👧")
    #expect(payload["text"].string == message.text)
    let entities = payload["entities"].elements
    #expect(entities.map { $0["type"].string } == ["blockquote", "text_link"])
    func part(_ entity: JSONValue) -> String {
      let start = entity["offset"].number
      return String(decoding: text[start..<start + entity["length"].number], as: UTF16.self)
    }
    #expect(entities.map(part) == ["“𠮷 @\u{2060}durov”", "👨‍👩‍👧"])
    #expect(entities[1]["url"] == "https://quotes.example/q/abc")
    #expect(payload["link_preview_options"] == ["is_disabled": true])
    #expect(message.length?.limit == 4_096 && message.length?.unit == "UTF-16")
  }

  @Test("is text and HTML that mention nobody for Matrix")
  func matrix() throws {
    let message = try Samples.compose(quote, to: .matrix, note: "Hello @room, \"a\"")
    let payload = try message.payload
    #expect(payload.names == ["msgtype", "body", "format", "formatted_body", "m.mentions"])
    #expect(payload["m.mentions"] == .object([]))
    #expect(payload["body"].string == message.text)
    #expect(
      payload["formatted_body"].string
        == "<p>Hello @\u{2060}room, &quot;a&quot;</p><blockquote><p>“Wisdom begins<br>"
        + "in &lt;wonder&gt; &amp; *grace*.”</p></blockquote>"
        + "<p>— <a href=\"\(link)\">Socrates, Theaetetus</a></p>")
    #expect(message.length?.limit == 61_440 && message.length?.unit == "bytes")
    #expect(message.length?.used == Int32(message.payloadJSON.utf8.count))
  }

  @Test("fits into a Matrix event when all of it is escaped")
  func matrixCut() throws {
    let message = try Samples.compose(
      Samples.quote(String(repeating: "<&>\"'", count: 1_000)), to: .matrix,
      note: String(repeating: "&", count: 7_500))
    #expect(message.truncated)
    #expect((61_000...61_440).contains(message.payloadJSON.utf8.count))
  }

  @Test("leaves no sign in a text that a server would take for a call", arguments: Samples.harmful)
  func defused(text: String) throws {
    for channel in [.telegram, .matrix, .mastodon] as [Channel] {
      let message = try Samples.compose(
        Samples.quote(text, creator: text, source: text), to: channel, note: text)
      #expect((" " + message.text).firstMatch(of: /[^A-Za-z0-9_][@＠][\p{L}0-9_]/) == nil)
      #expect(message.text.contains("victim@example.org") == text.contains("victim@"))
    }
  }

  @Test("has no link where it would lead to the server's own machine")
  func ownMachine() throws {
    for base in [
      "http://127.0.0.1:4242", "http://localhost", "http://[::1]:80", "http://0.0.0.0/x",
    ] {
      let message = try Composer.compose(
        quote: quote, channel: .telegram, note: "", locale: "", sessionID: "", overflow: .truncate,
        limit: 0, display: nil, publicURL: PublicURL(base))
      #expect(message.url.hasPrefix(base))
      #expect(!message.payloadJSON.contains("http"))
    }
  }
}
