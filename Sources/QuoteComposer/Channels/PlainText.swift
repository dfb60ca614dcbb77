// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteText

/// Text without markup, for whatever takes text.
///
/// It has no limit of its own, as what goes in is bounded; a caller's limit counts graphemes, which
/// is what people call characters. Nothing needs escaping.
enum PlainText {
  private static let unit = "graphemes"

  static func message(_ draft: Draft, _ fitting: Fitting) throws(ComposerError) -> Message {
    var message = Message()
    let whole = draft.text(draft.body)
    message.text = whole
    let used = whole.count
    if fitting.limit > 0, used > fitting.limit {
      switch fitting.overflow {
      case .fail: throw .overLimit(used: used, limit: fitting.limit, unit: unit)
      case .truncate:
        message.text = try truncated(draft, limit: fitting.limit)
        message.truncated = true
      case .split: message.parts = try parts(of: draft, limit: fitting.limit)
      }
    }
    let shown = message.truncated ? message.text.count : used
    message.length = MessageLength(used: shown, limit: fitting.limit, unit: unit)
    return message
  }

  private static func truncated(_ draft: Draft, limit: Int) throws(ComposerError) -> String {
    // Only the quotation changes from try to try, and line feeds keep it apart from the rest.
    let fixed = draft.text(draft.body).count - draft.quotation(draft.body).count
    let body = Truncation.longest(draft.body, atMost: limit) {
      draft.quotation($0).count + fixed <= limit
    }
    guard let body else {
      let needed = draft.text(draft.body.prefix(1) + "…").count
      throw .limitTooSmall(limit, needed: needed, unit: unit)
    }
    return draft.text(body)
  }

  /// Cuts the note and the quote into pieces; the attribution stays whole, at the end of the last
  /// piece or, where it does not fit there, in a part of its own.
  private static func parts(of draft: Draft, limit: Int) throws(ComposerError) -> [String] {
    let attribution = draft.attributionLine
    guard attribution.count <= limit else {
      throw .limitTooSmall(limit, needed: attribution.count, unit: unit)
    }
    var parts: [String] = []
    if !draft.note.isEmpty {
      parts += try pieces(of: draft.note, limit: limit, ready: draft.isolate)
    }
    let quote = draft.marks.opening + draft.body + draft.marks.closing
    parts += try pieces(of: quote, limit: limit, ready: draft.isolate)
    guard !attribution.isEmpty else { return parts }
    let last = (parts.last ?? "") + "\n" + attribution
    if last.count <= limit { parts[parts.count - 1] = last } else { parts.append(attribution) }
    return parts
  }

  /// Pieces of a text that fit once they are ready.
  private static func pieces(
    of text: String, limit: Int, ready: (String) -> String
  ) throws(ComposerError) -> [String] {
    let graphemes = Array(text)
    var pieces: [String] = []
    var start = 0
    while start < graphemes.count {
      let window = Array(graphemes[start..<min(graphemes.count, start + limit + 1)])
      var low = 0  // fits, or is nothing
      var high = min(window.count, limit) + 1  // does not fit
      while high - low > 1 {
        let middle = (low + high) / 2
        if ready(String(window[..<middle])).count <= limit { low = middle } else { high = middle }
      }
      guard low > 0 else {
        throw .limitTooSmall(limit, needed: ready(String(window[..<1])).count, unit: unit)
      }
      let end = start + Truncation.wordEnd(in: window, atMost: low)
      pieces.append(ready(Tidying.tidy(String(graphemes[start..<end]))))
      start = graphemes[end...].firstIndex { !$0.isWhitespace } ?? graphemes.count
    }
    return pieces
  }
}
