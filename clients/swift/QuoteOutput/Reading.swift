// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteText

/// Pages for a person to read: the format `table`.
///
/// All values are expected to be printable already.
struct Reading {
  let style: Style

  /// The day's quote, whose it is, and which day and zone it is of.
  func daily(_ response: DailyQuoteResponse) -> String {
    var facts = ["\(response.date), \(response.timeZone)", "calendar \(response.calendar)"]
    switch response.reason {
    case .pinned: facts.append("chosen by an editor")
    case .replaced: facts.append("replaced by an editor")
    default: break
    }
    if response.certainty == .expected { facts.append("may still change") }
    let quote = response.quote ?? Quote()
    if !quote.id.isEmpty { facts.append(quote.id) }
    let isWithdrawn = response.reason == .withdrawn || quote.text.isEmpty
    let card = isWithdrawn ? ["  This day's quote was withdrawn."] : self.card(quote)
    return text(card + [""] + faint(facts.joined(separator: " · ")))
  }

  /// Quotes one below the other, each with all that is known of it.
  func details(_ quotes: [Quote]) -> String {
    quotes.map { quote in
      text(card(quote) + [""] + rows(facts(of: quote)))
    }.joined(separator: "\n")
  }

  /// A message and what comes with it.
  func message(_ message: Message) -> String {
    var rows: [(String, String)] = []
    for (index, part) in message.parts.enumerated() { rows.append(("Part \(index + 1)", part)) }
    if let layout = message.layout {
      rows += [
        ("Image title", layout.imageTitle), ("Image subtitle", layout.imageSubtitle),
        ("Caption", layout.caption), ("Subcaption", layout.subcaption),
        ("Trailing caption", layout.trailingCaption),
        ("Trailing subcaption", layout.trailingSubcaption),
      ]
    }
    rows += [
      ("Subject", message.subject), ("Summary", message.summaryText),
      ("Screen reader", message.accessibilityLabel), ("Link", message.url),
      ("Session", message.sessionID), ("Length", message.length.map(lengthText) ?? ""),
      ("Shortened", message.truncated ? "yes" : "no"), ("Payload", message.payloadJSON),
    ]
    return text(paragraph(message.text) + [""] + self.rows(rows))
  }

  private func lengthText(_ length: MessageLength) -> String {
    length.limit == 0
      ? "\(length.used) \(length.unit), no limit"
      : "\(length.used) of \(length.limit) \(length.unit)"
  }

  private func facts(of quote: Quote) -> [(String, String)] {
    let attributions = ["", "found in the source", "not checked", "disputed", "someone else's"]
    let attribution = Int(quote.attribution.rawValue)
    return [
      ("Id", quote.id), ("Language", quote.language), ("Tags", quote.tags.joined(separator: ", ")),
      ("Source", quote.sourceURL),
      (
        "Attribution",
        attributions.indices.contains(attribution) ? attributions[attribution] : "\(attribution)"
      ),
      ("Rating", quote.rating == .mature ? "mature" : ""),
      ("Translates", quote.translationOf), ("Added", quote.createTime?.contractText ?? ""),
      ("Changed", quote.updateTime == quote.createTime ? "" : quote.updateTime?.contractText ?? ""),
    ]
  }
}

extension Reading {
  /// The text, and whose it is.
  func card(_ quote: Quote) -> [String] {
    let citation = Wrapping.lines(of: quote.citation, width: style.width - 4)
    return paragraph(quote.text)
      + citation.enumerated().map { $0.offset == 0 ? "  — \($0.element)" : "    \($0.element)" }
  }

  /// Lines that end as a page of text.
  func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

  private func paragraph(_ text: String) -> [String] {
    Wrapping.lines(of: text, width: style.width - 2).map { $0.isEmpty ? "" : "  \(style.bold($0))" }
  }

  private func faint(_ line: String) -> [String] {
    Wrapping.lines(of: line, width: style.width).map(style.faint)
  }

  /// Labels and what they stand for, in two columns; empty ones are left out.
  func rows(_ rows: [(label: String, value: String)]) -> [String] {
    let shown = rows.filter { !$0.value.isEmpty }
    let indent = (shown.map(\.label.count).max() ?? 0) + 2
    return shown.flatMap { row in
      // A link that is broken can't be followed.
      let lines =
        row.value.hasPrefix("http")
        ? [row.value] : Wrapping.lines(of: row.value, width: max(10, style.width - indent))
      return lines.enumerated().map { index, line in
        let label = index == 0 ? row.label.padded(to: indent) : "".padded(to: indent)
        return index == 0 ? style.faint(label) + line : label + line
      }
    }
  }
}
