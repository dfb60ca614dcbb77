// SPDX-License-Identifier: Apache-2.0

package import QuoteModel

/// Makes a quote into a message that is ready to be posted.
///
/// Every text that goes in comes out in NFC and without control characters (but line feeds) and
/// direction overrides; a text that is too long is cut, its attribution never.
package enum Composer {
  /// Composes a message for a channel.
  /// - Parameters:
  ///   - quote: Only its text is needed; without an id the message has no URL.
  ///   - note: The sender's own words, put before the quote; at most `QuoteLimits.noteBytes`.
  ///   - locale: The reader's language (BCP 47); empty = the quote's.
  ///   - sessionID: Comes back as it is; empty = one is made.
  ///   - limit: In the channel's own unit; 0 = the channel's own limit.
  ///   - display: The grid of `Channel.display`, which needs one.
  ///   - publicURL: What links begin with; one that leads out of this machine goes into messages.
  package static func compose(
    quote: Quote, channel: Channel, note: String, locale: String, sessionID: String,
    overflow: Overflow, limit: Int32, display: DisplayGrid?, publicURL: PublicURL
  ) throws(ComposerError) -> Message {
    guard limit >= 0 else { throw .negativeLimit(limit) }
    let url = publicURL.page(ofQuote: quote.id)
    let draft = try Draft(
      quote: quote, note: note, locale: locale, link: publicURL.leadsOut ? url : "")
    let fitting = Fitting(overflow: try Fitting.Overflow(overflow), limit: Int(limit))
    var message = try self.message(draft, channel, fitting, display)
    message.summaryText = draft.summary
    message.accessibilityLabel = draft.spoken
    message.url = url
    message.sessionID = try SessionID.echoOrMake(sessionID)
    return message
  }

  private static func message(
    _ draft: Draft, _ channel: Channel, _ fitting: Fitting, _ grid: DisplayGrid?
  ) throws(ComposerError) -> Message {
    let (limit, overflow) = (fitting.limit, fitting.overflow)
    func post(
      _ place: some TextChannel, _ draft: Draft
    ) throws(ComposerError) -> Message {
      try Posting(draft: draft, channel: place).message(overflow)
    }
    switch channel {
    case .unspecified, .plainText: return try post(PlainText(limit: limit), draft)
    case .iMessage: return try IMessage.message(draft, fitting)
    case .sms: return try post(SMS(limit: limit), draft)
    case .slack: return try post(Slack(limit: limit), draft)
    case .discord: return try post(Discord(limit: limit), draft)
    case .telegram: return try post(Telegram(limit: limit), draft.defusingMentions())
    case .matrix: return try post(Matrix(limit: limit), draft.defusingMentions())
    case .mastodon:
      let mastodon = Mastodon(limit: limit, language: draft.language)
      return try post(mastodon, draft.defusingMentions())
    case .bluesky: return try post(Bluesky(limit: limit, language: draft.language), draft)
    case .email:
      guard overflow != .split else { throw .cannotSplit(.email) }
      let email = Email(limit: limit, subject: draft.summary, language: draft.language)
      return try post(email, draft)
    case .display: return try Display.message(draft, fitting, grid)
    default: throw .unknownChannel(channel)
    }
  }

  /// The channels that messages can be composed for, in the order of their numbers.
  package static let channels: [Channel] = [
    .plainText, .iMessage, .sms, .slack, .discord, .telegram, .matrix, .mastodon, .bluesky, .email,
    .display,
  ]
}
