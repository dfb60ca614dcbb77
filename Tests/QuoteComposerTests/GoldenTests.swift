// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteComposer
internal import QuoteJSON
internal import QuoteModel
internal import Testing

/// Messages of the hardest texts, kept in `Golden` for people to read and for foreign parsers
/// (`InteropTests/reread_messages.py`) to check.
///
/// After a change that is meant: `QUOTED_GOLDEN=write swift test --filter GoldenTests`, and look at
/// what git shows.
@Suite("A golden message")
struct GoldenTests {
  private static let channels: [(name: String, channel: Channel)] = [
    ("plain", .plainText), ("imessage", .iMessage), ("sms", .sms), ("slack", .slack),
    ("discord", .discord), ("telegram", .telegram), ("matrix", .matrix), ("mastodon", .mastodon),
    ("bluesky", .bluesky), ("email", .email), ("display", .display),
  ]

  @Test("is what the composer makes", arguments: channels, HardText.allCases)
  func golden(channel: (name: String, channel: Channel), text: HardText) throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "Golden/\(channel.name)/\(text.rawValue).txt")
    let made = try Self.page(of: text.message(for: channel.channel))
    if ProcessInfo.processInfo.environment["QUOTED_GOLDEN"] == "write" {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(made.utf8).write(to: file)
    }
    #expect(try Array(Data(contentsOf: file)) == Array(made.utf8), "\(file.path)")
  }

  @Test("is there for every channel")
  func all() {
    #expect(Self.channels.map(\.channel) == Composer.channels)
  }

  /// A message as a page to read, in which each text has a heading.
  private static func page(of message: Message) throws -> String {
    var output = ""
    func add(_ heading: String, _ text: String) {
      if !text.isEmpty { output += "--- \(heading)\n\(text)\n" }
    }
    let length = try #require(message.length)
    add("length", "\(length.used) of \(length.limit) \(length.unit)")
    add("truncated", message.truncated ? "yes" : "no")
    add("summary", message.summaryText)
    add("subject", message.subject)
    add("text", message.text)
    for (index, part) in message.parts.enumerated() { add("part \(index + 1)", part) }
    add("caption", message.layout?.caption ?? "")
    add("subcaption", message.layout?.subcaption ?? "")
    if !message.payloadJSON.isEmpty { add("payload", lines(try message.payload, indent: "")) }
    add("mime", message.mime.replacing("\r\n", with: "\n"))
    return output
  }

  /// JSON with a line for each member.
  private static func lines(_ value: JSONValue, indent: String) -> String {
    let inner = indent + "  "
    switch value {
    case .object(let members) where !members.isEmpty:
      let rows = members.map {
        inner + JSONValue.string($0.name).text + ": " + lines($0.value, indent: inner)
      }
      return "{\n" + rows.joined(separator: ",\n") + "\n\(indent)}"
    case .array(let elements) where !elements.isEmpty:
      let rows = elements.map { inner + lines($0, indent: inner) }
      return "[\n" + rows.joined(separator: ",\n") + "\n\(indent)]"
    default: return value.text
    }
  }
}

/// Texts that have something for every channel to stumble over.
enum HardText: String, CaseIterable {
  /// It calls people and has every channel's markup.
  case mentions
  /// Sequences of emoji, flags, skin tones and characters beyond 16 bits, where it must be cut.
  case graphemes
  /// It is written from right to left, with ASCII quotation marks and Latin letters.
  case directions
  /// It has what starts a line in headers, MIME and Markdown, and closes elements of HTML.
  case lines

  func message(for channel: Channel) throws -> Message {
    let isLong = self == .graphemes
    let canSplit = ![.iMessage, .email].contains(channel)
    return try Samples.compose(
      quote, to: channel, note: note, locale: "en", session: "golden",
      overflow: isLong && canSplit ? .split : .truncate, limit: isLong ? limit(of: channel) : 0,
      display: self == .lines ? Samples.grid(30, 12, ascii: true) : Samples.grid(20, 6))
  }

  /// What cuts a text that a person can still look at; 0 where the channel does by itself.
  private func limit(of channel: Channel) -> Int32 {
    switch channel {
    case .plainText, .mastodon, .bluesky: 60
    case .slack, .discord, .telegram: 200
    case .matrix: 700
    default: 0
    }
  }

  private var quote: Quote {
    switch self {
    case .mentions:
      Samples.quote(
        "@\u{202E}everyone <!channel> <@U024BE7LH> @alice@example.org *bold* _it_ ||hidden|| "
          + "[here](http://evil.example/a_b)",
        creator: "@admin", source: "<@&1> & co.", language: "en", id: "abcdefghijklmnop")
    case .graphemes:
      Samples.quote(
        String(repeating: "👨‍👩‍👧‍👦🇩🇪👍🏽𠮷e\u{301}", count: 20), creator: "👩🏽‍🚀",
        source: "z\u{300}\u{301}\u{302}algo",
        language: "ja", id: "abcdefghijklmnop")
    case .directions:
      Samples.quote(
        "אמר \"שלום\" והלך (and came back), 100%.", creator: "רבי עקיבא", source: "Avot & more",
        language: "he", id: "abcdefghijklmnop")
    case .lines:
      Samples.quote(
        "Subject: x\r\nBcc: victim@example.org\r\n\r\n.\nFrom here\n--=_quote--\n# big\n1. one\n- two"
          + "\n> Hello\n>>> all\u{0}\u{1B}[31m",
        creator: "Camillo Benso, Count of Cavour\r\nX: y",
        source: "</blockquote><script>alert('1 & 2')</script>", language: "en\"><b>",
        id: "abcdefghijklmnop")
    }
  }

  private var note: String {
    switch self {
    case .mentions: "@room, @here: read this & smile"
    case .graphemes: ""
    case .directions: "Look: שלום!"
    case .lines: "# Look:\n-# below\n=?utf-8?Q?=0D=0ABcc:_x?="
    }
  }
}
