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
    let used = Graphemes.count(whole)
    if fitting.limit > 0, used > fitting.limit {
      switch fitting.overflow {
      case .fail: throw .overLimit(used: used, limit: fitting.limit, unit: unit)
      case .truncate:
        message.text = try truncated(draft, limit: fitting.limit)
        message.truncated = true
      case .split: message.parts = try parts(of: draft, limit: fitting.limit)
      }
    }
    let shown = message.truncated ? Graphemes.count(message.text) : used
    message.length = MessageLength(used: shown, limit: fitting.limit, unit: unit)
    return message
  }

  private static func truncated(_ draft: Draft, limit: Int) throws(ComposerError) -> String {
    // Only the quotation changes from try to try, and line feeds keep it apart from the rest.
    let fixed =
      Graphemes.count(draft.text(draft.body)) - Graphemes.count(draft.quotation(draft.body))
    let body = Truncation.longest(draft.body, atMost: limit) {
      Graphemes.count(draft.quotation($0)) + fixed <= limit
    }
    guard let body else {
      let needed = Graphemes.count(draft.text(draft.body.prefix(1) + "…"))
      throw .limitTooSmall(limit, needed: needed, unit: unit)
    }
    return draft.text(body)
  }

  /// Cuts the note and the quote into pieces; the attribution stays whole, at the end of the last
  /// piece or, where it does not fit there, in a part of its own.
  private static func parts(of draft: Draft, limit: Int) throws(ComposerError) -> [String] {
    let attribution = draft.attributionLine
    guard Graphemes.count(attribution) <= limit else {
      throw .limitTooSmall(limit, needed: Graphemes.count(attribution), unit: unit)
    }
    var parts: [String] = []
    if !draft.note.isEmpty {
      parts += try pieces(of: draft.note, limit: limit, ready: draft.isolate)
    }
    let quote = draft.marks.opening + draft.body + draft.marks.closing
    parts += try pieces(of: quote, limit: limit, ready: draft.isolate)
    guard !attribution.isEmpty else { return parts }
    let last = (parts.last ?? "") + "\n" + attribution
    if Graphemes.count(last) <= limit {
      parts[parts.count - 1] = last
    } else {
      parts.append(attribution)
    }
    return parts
  }

  /// Pieces of a text that fit once they are ready.
  private static func pieces(
    of text: String, limit: Int, ready: (String) -> String
  ) throws(ComposerError) -> [String] {
    var pieces: [String] = []
    var rest = text[...]
    while !rest.isEmpty {
      let end = try end(of: rest, limit: limit, ready: ready)
      pieces.append(ready(Tidying.tidy(String(rest[..<end]))))
      rest = rest[end...].drop(while: \.isWhitespace)
    }
    return pieces
  }

  /// Where the longest piece ends that a text may begin with, at a word where there is one near.
  private static func end(
    of rest: Substring, limit: Int, ready: (String) -> String
  ) throws(ComposerError) -> String.Index {
    var ends = Array(rest.indices.prefix(limit + 1))
    if ends.count <= limit { ends.append(rest.endIndex) }
    var low = 0  // fits, or is nothing
    var high = ends.count  // does not fit
    while high - low > 1 {
      let middle = (low + high) / 2
      let fits = Graphemes.count(ready(String(rest[..<ends[middle]]))) <= limit
      if fits { low = middle } else { high = middle }
    }
    guard low > 0 else {
      throw .limitTooSmall(
        limit, needed: Graphemes.count(ready(String(rest.prefix(1)))), unit: unit)
    }
    return Truncation.wordEnd(in: rest, atMost: ends[low])
  }
}
