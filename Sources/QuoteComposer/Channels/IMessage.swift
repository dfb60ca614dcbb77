// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteText

/// The template layout of a Messages extension (`MSMessageTemplateLayout`).
///
/// The captions stand below a picture and wrap to about three lines; what is longer, Messages cuts
/// by itself, in the middle of anything. Three lines take about 120 columns on the narrowest
/// telephone, where a wide character, such as 孔, takes two; so the caption is cut here, at a word.
/// The titles stand on the picture, and there is none. Captions are plain text: nothing is escaped.
///
/// The note has no place in the layout: it is in the plain text, for the app to put beside it.
enum IMessage {
  private static let columns = 120
  private static let unit = "columns"

  static func message(_ draft: Draft, _ fitting: Fitting) throws(ComposerError) -> Message {
    guard fitting.overflow != .split else { throw .cannotSplit(.iMessage) }
    let limit = fitting.limit > 0 ? fitting.limit : columns
    let body = Draft.oneLine(draft.body)
    var caption = draft.quotation(body)
    let used = width(of: caption)
    var message = Message()
    if used > limit {
      guard fitting.overflow == .truncate else {
        throw .overLimit(used: used, limit: limit, unit: unit)
      }
      caption = try truncated(draft, body, limit: limit)
      message.truncated = true
    }
    var layout = MessageLayout()
    layout.caption = caption
    layout.subcaption = draft.shortAttribution
    message.layout = layout
    message.text = draft.portion.text
    message.length = MessageLength(used: width(of: caption), limit: limit, unit: unit)
    return message
  }

  private static func truncated(
    _ draft: Draft, _ body: String, limit: Int
  ) throws(ComposerError) -> String {
    let cut = Truncation.longest(body, atMost: limit) { width(of: draft.quotation($0)) <= limit }
    guard let cut else {
      let needed = width(of: draft.quotation(body.prefix(1) + "…"))
      throw .limitTooSmall(limit, needed: needed, unit: unit)
    }
    return draft.quotation(cut)
  }

  /// Columns, but never fewer than graphemes: else what has no width could go on without end.
  private static func width(of caption: String) -> Int {
    max(DisplayWidth.of(caption), Graphemes.count(caption))
  }
}
