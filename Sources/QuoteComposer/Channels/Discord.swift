// SPDX-License-Identifier: Apache-2.0

internal import QuoteJSON

/// A Discord message.
///
/// Its `content` takes 2,000 characters, counted as UTF-16 units when its Markdown is escaped. The
/// quote is a block quote. No mention is allowed, whatever the text has, and none is drawn.
struct Discord: TextChannel {
  private let limit: Int

  /// - Parameter limit: In UTF-16 units; 0 = 2,000.
  init(limit: Int) { self.limit = limit > 0 ? limit : 2_000 }

  func room(for portion: Portion) -> Room {
    Room(used: content(of: portion).utf16.count, limit: limit, unit: "UTF-16")
  }

  func body(of portion: Portion) -> JSONValue? {
    [
      "content": .string(content(of: portion)),
      "allowed_mentions": ["parse": []],
    ]
  }

  private func content(of portion: Portion) -> String {
    var lines: [String] = []
    if !portion.note.isEmpty { lines += [Self.escaped(portion.note), ""] }
    if !portion.quotation.isEmpty {
      lines += Self.escaped(portion.quotation)
        .split(separator: "\n", omittingEmptySubsequences: false).map { "> " + $0 }
    }
    if !portion.attribution.isEmpty { lines.append(Self.attribution(portion)) }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  /// The angle brackets around the link keep Discord from drawing the page below the message.
  private static func attribution(_ portion: Portion) -> String {
    guard !portion.link.isEmpty else { return escaped(portion.attribution) }
    return Portion.dash + "[\(escaped(portion.linkedName))](<\(portion.link)>)"
  }

  /// Escapes what Discord's Markdown knows: anywhere in a line, or only where a line begins.
  private static func escaped(_ text: String) -> String {
    var output = String.UnicodeScalarView()
    var isStart = true  // of a line, where blanks and digits don't count
    for scalar in text.unicodeScalars {
      if output.last == ":", !scalar.properties.isWhitespace {
        // It may begin the name of an emoji or stand in an address, whose escapes would be part of it.
        output.removeLast()
        output.append(contentsOf: "\\:".unicodeScalars)
      }
      if isMarkup(scalar) || (isStart && isMarkupAtStart(scalar)) {
        output.append("\\")
      }
      output.append(scalar)
      switch scalar {
      case "\n": isStart = true
      case " ", "0"..."9": break
      default: isStart = false
      }
    }
    return String(output)
  }

  private static func isMarkup(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\\", "*", "_", "~", "`", "|", "[", "]", "(", ")", "<", ">", "#", "@": true
    default: false
    }
  }

  private static func isMarkupAtStart(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "-" || scalar == "+" || scalar == "."
  }
}
