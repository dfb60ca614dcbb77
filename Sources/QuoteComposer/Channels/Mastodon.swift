// SPDX-License-Identifier: Apache-2.0

internal import QuoteJSON
internal import QuoteText

/// A Mastodon status.
///
/// It takes 500 graphemes, of which a link takes 23 whatever its length. A status is plain text in
/// which Mastodon finds links and `@name` by itself: the link stands below the attribution, and each
/// such sign in a text is defused.
struct Mastodon: TextChannel {
  private static let linkGraphemes = 23
  private let limit: Int
  /// The language as a status names it: its first subtag; empty = not known.
  private let language: String

  /// - Parameter limit: In graphemes; 0 = 500.
  init(limit: Int, language: String) {
    self.limit = limit > 0 ? limit : 500
    self.language = String(language.lowercased().prefix { $0 != "-" })
  }

  func room(for portion: Portion) -> Room {
    var used = Graphemes.count(portion.text) + Self.surplus(of: portion.text)
    if !portion.link.isEmpty { used += 1 + Self.linkGraphemes }
    return Room(used: used, limit: limit, unit: "graphemes")
  }

  func text(of portion: Portion) -> String {
    [portion.text, portion.link].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  func body(of portion: Portion) -> JSONValue? {
    var members = [JSONValue.Member("status", .string(text(of: portion)))]
    if (2...3).contains(language.utf8.count), language.utf8.allSatisfy({ $0 >= 0x61 }) {
      members.append(.init("language", .string(language)))
    }
    return .object(members)
  }

  /// What links within a text take beyond their characters, of which the shortest has 10.
  private static func surplus(of text: String) -> Int {
    Array(text.utf8).ranges(of: Array("://".utf8)).count * (linkGraphemes - 10)
  }
}
