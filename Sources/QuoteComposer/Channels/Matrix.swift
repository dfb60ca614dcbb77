// SPDX-License-Identifier: Apache-2.0

internal import QuoteJSON

/// The content of a Matrix event of type `m.room.message`.
///
/// An event takes 65,536 bytes of JSON, of which 4,096 are left to what servers add to it. `body`
/// is plain text and `formatted_body` HTML, where everything is escaped. `m.mentions` says that
/// nobody is called; for servers that don't know it, `@room` is defused.
struct Matrix: TextChannel {
  private static let event = 65_536
  private static let reserve = 4_096
  private let limit: Int

  /// - Parameter limit: In bytes of the content; 0 = what an event takes.
  init(limit: Int) { self.limit = limit > 0 ? limit : Self.event - Self.reserve }

  func room(for portion: Portion) -> Room {
    Room(used: content(of: portion).text.utf8.count, limit: limit, unit: "bytes")
  }

  func body(of portion: Portion) -> JSONValue? { content(of: portion) }

  private func content(of portion: Portion) -> JSONValue {
    [
      "msgtype": "m.text",
      "body": .string(portion.text),
      "format": "org.matrix.custom.html",
      "formatted_body": .string(HTML.paragraphs(of: portion).joined()),
      "m.mentions": [:],
    ]
  }
}
