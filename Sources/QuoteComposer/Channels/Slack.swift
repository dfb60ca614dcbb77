// SPDX-License-Identifier: Apache-2.0

internal import QuoteJSON

/// A message of Slack's Block Kit.
///
/// Slack takes 3,000 characters in one text, which are counted as UTF-16 units, the strictest
/// reading. The blocks are rich text, whose elements are taken as they are: `*_~` could not be
/// escaped in Slack's own markup. The fallback `text`, for notifications, has `&`, `<` and `>`
/// escaped and its markup turned off, so that `<!channel>` calls nobody.
struct Slack: TextChannel {
  private let limit: Int

  /// - Parameter limit: In UTF-16 units; 0 = 3,000.
  init(limit: Int) { self.limit = limit > 0 ? limit : 3_000 }

  func room(for portion: Portion) -> Room {
    Room(used: portion.text.utf16.count, limit: limit, unit: "UTF-16")
  }

  func body(of portion: Portion) -> JSONValue? {
    var elements: [JSONValue] = []
    if !portion.note.isEmpty { elements.append(Self.section([Self.text(portion.note)])) }
    if !portion.quotation.isEmpty {
      elements.append([
        "type": "rich_text_quote", "elements": [Self.text(portion.quotation)],
      ])
    }
    if !portion.attribution.isEmpty { elements.append(Self.section(Self.attribution(portion))) }
    return [
      "text": .string(Self.escaped(portion.text)), "mrkdwn": false,
      "unfurl_links": false, "unfurl_media": false,
      "blocks": [["type": "rich_text", "elements": .array(elements)]],
    ]
  }

  private static func section(_ elements: [JSONValue]) -> JSONValue {
    ["type": "rich_text_section", "elements": .array(elements)]
  }

  private static func text(_ text: String) -> JSONValue {
    ["type": "text", "text": .string(text)]
  }

  private static func attribution(_ portion: Portion) -> [JSONValue] {
    guard !portion.link.isEmpty else { return [text(portion.attribution)] }
    return [
      text(Portion.dash),
      ["type": "link", "url": .string(portion.link), "text": .string(portion.linkedName)],
    ]
  }

  private static func escaped(_ text: String) -> String {
    var output: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): output += "&amp;".utf8
      case UInt8(ascii: "<"): output += "&lt;".utf8
      case UInt8(ascii: ">"): output += "&gt;".utf8
      default: output.append(byte)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}
