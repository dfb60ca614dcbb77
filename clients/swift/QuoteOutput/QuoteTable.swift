// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteText

/// A list of quotes in three columns: id, text and creator; on a narrow terminal one below the
/// other.
///
/// All values are expected to be printable already.
struct QuoteTable {
  private let style: Style
  private let columns: Columns?

  private struct Columns {
    let id = 16
    let text: Int
    let creator: Int
  }

  init(style: Style) {
    self.style = style
    let creator = min(24, style.width / 4)
    // Below 60 columns a text would get fewer than 25, and long words would break.
    columns =
      style.width < 60 ? nil : Columns(text: style.width - 16 - creator - 4, creator: creator)
  }

  /// The names of the columns, where there are any.
  var header: String {
    guard let columns else { return "" }
    return style.faint(
      "ID".padded(to: columns.id) + "  " + "QUOTE".padded(to: columns.text)
        + "  CREATOR") + "\n"
  }

  /// The lines of some quotes.
  func rows(_ quotes: [Quote]) -> String {
    guard let columns else {
      let reading = Reading(style: style)
      return quotes.map { reading.text(reading.card($0) + ["  " + style.faint($0.id), ""]) }
        .joined()
    }
    return quotes.map { row($0, columns) }.joined()
  }

  private func row(_ quote: Quote, _ columns: Columns) -> String {
    let ids = Wrapping.lines(of: quote.id, width: columns.id)
    let texts = Wrapping.lines(of: quote.text, width: columns.text)
    let creators = Wrapping.lines(of: quote.creator, width: columns.creator)
    return (0..<max(ids.count, texts.count, creators.count)).map { index in
      let id = cell(ids, index).padded(to: columns.id)
      let creator = cell(creators, index)
      let text = cell(texts, index)
      let line = style.faint(id) + "  " + (creator.isEmpty ? text : text.padded(to: columns.text))
      return (creator.isEmpty ? line : line + "  " + creator) + "\n"
    }.joined()
  }

  private func cell(_ lines: [String], _ index: Int) -> String {
    index < lines.count ? lines[index] : ""
  }
}
