// SPDX-License-Identifier: Apache-2.0

internal import QuoteJSON

/// A Telegram message for the Bot API's `sendMessage`.
///
/// It takes 4,096 UTF-16 units of text. What is set off is told by entities, whose offsets count
/// UTF-16 too, so nothing is escaped. Telegram finds `@name` by itself and tells whoever has that
/// name, so each such sign is defused.
struct Telegram: TextChannel {
  private let limit: Int

  /// - Parameter limit: In UTF-16 units; 0 = 4,096.
  init(limit: Int) { self.limit = limit > 0 ? limit : 4_096 }

  func room(for portion: Portion) -> Room {
    Room(used: portion.text.utf16.count, limit: limit, unit: "UTF-16")
  }

  func body(of portion: Portion) -> JSONValue? {
    let text = portion.text
    var entities: [JSONValue] = []
    if !portion.quotation.isEmpty {
      // Behind the note and the empty line.
      let start = portion.note.isEmpty ? 0 : portion.note.utf16.count + 2
      entities.append(Self.entity("blockquote", start, portion.quotation.utf16.count))
    }
    if !portion.linkedName.isEmpty, !portion.link.isEmpty {
      let count = portion.linkedName.utf16.count
      entities.append(
        Self.entity(
          "text_link", text.utf16.count - count, count,
          [.init("url", .string(portion.link))]))
    }
    return [
      "text": .string(text), "entities": .array(entities),
      "link_preview_options": ["is_disabled": true],
    ]
  }

  private static func entity(
    _ type: String, _ offset: Int, _ length: Int, _ rest: [JSONValue.Member] = []
  ) -> JSONValue {
    .object(
      [
        .init("type", .string(type)), .init("offset", .integer(Int64(offset))),
        .init("length", .integer(Int64(length))),
      ] + rest)
  }
}
