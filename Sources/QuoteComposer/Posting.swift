// SPDX-License-Identifier: Apache-2.0

internal import QuoteJSON
internal import QuoteModel
internal import QuoteText

/// Makes a draft fit a channel of text: as it is, truncated, or in parts.
struct Posting<Place: TextChannel> {
  let draft: Draft
  let channel: Place

  /// The message with its texts, its body and its length.
  func message(_ overflow: Fitting.Overflow) throws(ComposerError) -> Message {
    var message = Message()
    let whole = draft.portion
    var shown = whole
    var room = channel.room(for: whole)
    var body = channel.body(of: whole)
    if !room.isEnough {
      switch overflow {
      case .fail: throw .overLimit(used: room.used, limit: room.limit, unit: room.unit)
      case .truncate:
        shown = try truncated(whole)
        room = channel.room(for: shown)
        body = channel.body(of: shown)
        message.truncated = true
      case .split:
        let place = channel.forParts(of: whole)
        let parts = try Splitting(draft: draft, channel: place).portions()
        message.parts = parts.map(place.text)
        if body != nil { body = .array(parts.compactMap(place.body)) }
      }
    }
    message.text = channel.text(of: shown)
    message.payloadJSON = body?.text ?? ""
    message.length = room.length
    channel.complete(&message, with: shown)
    return message
  }

  /// The portion with as much of the quote as there is room for.
  private func truncated(_ whole: Portion) throws(ComposerError) -> Portion {
    func portion(_ body: String) -> Portion {
      var portion = whole
      portion.quotation = draft.quotation(body)
      return portion
    }
    // The limit is no bound: it may be another one, in another unit, for a shorter text.
    let body = Truncation.longest(draft.body, atMost: QuoteLimits.textGraphemes) {
      channel.room(for: portion($0)).isEnough
    }
    guard let body else {
      let room = channel.room(for: portion(draft.body.prefix(1) + "…"))
      throw .limitTooSmall(room.limit, needed: room.used, unit: room.unit)
    }
    return portion(body)
  }
}
