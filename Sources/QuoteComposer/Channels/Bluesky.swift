// SPDX-License-Identifier: Apache-2.0

internal import QuoteJSON
internal import QuoteText

/// A Bluesky post: a record of `app.bsky.feed.post`.
///
/// It takes 300 graphemes and 3,000 bytes of UTF-8. Links and mentions are what facets say, in byte
/// offsets, and nothing else: the only one here is the link on the attribution, so no `@name` calls
/// anybody and nothing is escaped.
struct Bluesky: TextChannel {
  private static let bytes = 3_000
  private let limit: Int
  private let language: String

  /// - Parameter limit: In graphemes; 0 = 300. The bytes stay 3,000.
  init(limit: Int, language: String) {
    self.limit = limit > 0 ? limit : 300
    self.language = language
  }

  /// In graphemes; in bytes where those are too many.
  func room(for portion: Portion) -> Room {
    let bytes = portion.text.utf8.count
    guard bytes <= Self.bytes else { return Room(used: bytes, limit: Self.bytes, unit: "bytes") }
    return Room(used: Graphemes.count(portion.text), limit: limit, unit: "graphemes")
  }

  func body(of portion: Portion) -> JSONValue? {
    let text = portion.text
    var members: [JSONValue.Member] = [
      .init("$type", "app.bsky.feed.post"), .init("text", .string(text)),
    ]
    if !portion.linkedName.isEmpty, !portion.link.isEmpty {
      let end = text.utf8.count
      members.append(
        .init("facets", [Self.link(end - portion.linkedName.utf8.count, end, portion.link)]))
    }
    if !language.isEmpty { members.append(.init("langs", [.string(language)])) }
    return .object(members)
  }

  private static func link(_ start: Int, _ end: Int, _ url: String) -> JSONValue {
    [
      "index": ["byteStart": .integer(Int64(start)), "byteEnd": .integer(Int64(end))],
      "features": [["$type": "app.bsky.richtext.facet#link", "uri": .string(url)]],
    ]
  }
}
