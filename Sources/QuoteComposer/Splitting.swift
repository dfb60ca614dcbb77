// SPDX-License-Identifier: Apache-2.0

internal import QuoteText

/// Cuts the note and the quote into pieces that a channel takes one by one.
///
/// The attribution stays whole, at the end of the last piece or, where it does not fit there, in a
/// part of its own.
struct Splitting<Place: TextChannel> {
  let draft: Draft
  let channel: Place

  /// The parts in order; nothing but white space is lost between them.
  func portions() throws(ComposerError) -> [Portion] {
    var ending = Portion()
    ending.attribution = draft.attributionLine
    ending.link = draft.link
    let room = channel.room(for: ending)
    guard room.isEnough else {
      throw .limitTooSmall(room.limit, needed: room.used, unit: room.unit)
    }
    let limit = room.limit
    var parts: [Portion] = []
    try appendPieces(of: draft.note, to: &parts, limit: limit) {
      Portion(note: draft.isolate($0))
    }
    let quote = draft.marks.opening + draft.body + draft.marks.closing
    try appendPieces(of: quote, to: &parts, limit: limit) {
      Portion(quotation: draft.isolate($0))
    }
    guard ending != Portion(), var last = parts.popLast() else { return parts }
    let isFull = parts.count + 1 == PartLimits.most
    last.attribution = ending.attribution
    last.link = ending.link
    if channel.room(for: last).isEnough { return parts + [last] }
    guard !isFull else { throw .tooManyParts(limit: limit, most: PartLimits.most) }
    last.attribution = ""
    last.link = ""
    return parts + [last, ending]
  }

  private func appendPieces(
    of text: String, to parts: inout [Portion], limit: Int, ready: (String) -> Portion
  ) throws(ComposerError) {
    var rest = text[...]
    while !rest.isEmpty {
      guard parts.count < PartLimits.most else {
        throw .tooManyParts(limit: limit, most: PartLimits.most)
      }
      let end = try end(of: rest, limit: limit, ready: ready)
      parts.append(ready(Tidying.tidy(String(rest[..<end]))))
      rest = rest[end...].drop(while: \.isWhitespace)
    }
  }

  /// Where the longest piece ends that a text may begin with, at a word where there is one near.
  private func end(
    of rest: Substring, limit: Int, ready: (String) -> Portion
  ) throws(ComposerError) -> String.Index {
    var ends = Array(rest.indices.prefix(limit + 1))
    if ends.count <= limit { ends.append(rest.endIndex) }
    var low = 0  // fits, or is nothing
    var high = ends.count  // does not fit
    while high - low > 1 {
      let middle = (low + high) / 2
      let fits = channel.room(for: ready(String(rest[..<ends[middle]]))).isEnough
      if fits { low = middle } else { high = middle }
    }
    guard low > 0 else {
      let room = channel.room(for: ready(String(rest.prefix(1))))
      throw .limitTooSmall(room.limit, needed: room.used, unit: room.unit)
    }
    return Truncation.wordEnd(in: rest, atMost: ends[low])
  }
}

/// What bounds an answer in parts.
enum PartLimits {
  /// The most parts; each may carry a body of its own.
  static let most = 1_000
}
