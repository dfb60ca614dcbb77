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
  package static func compose(
    quote: Quote, channel: Channel, note: String, locale: String, sessionID: String,
    overflow: Overflow, limit: Int32, publicURL: PublicURL
  ) throws(ComposerError) -> Message {
    guard limit >= 0 else { throw .negativeLimit(limit) }
    let draft = try Draft(quote: quote, note: note, locale: locale)
    let fitting = Fitting(overflow: try Fitting.Overflow(overflow), limit: Int(limit))
    var message: Message
    switch channel {
    case .unspecified, .plainText: message = try PlainText.message(draft, fitting)
    case .iMessage: message = try IMessage.message(draft, fitting)
    default: throw known.contains(channel) ? .notYet(channel) : .unknownChannel(channel)
    }
    message.summaryText = draft.summary
    message.accessibilityLabel = draft.spoken
    message.url = publicURL.page(ofQuote: quote.id)
    message.sessionID = try SessionID.echoOrMake(sessionID)
    return message
  }

  /// The channels that messages can be composed for, in the order of their numbers.
  package static let channels: [Channel] = [.plainText, .iMessage]

  /// The channels that the contract has.
  static let known: [Channel] = [
    .plainText, .iMessage, .sms, .slack, .discord, .telegram, .matrix, .mastodon, .bluesky, .email,
    .display,
  ]
}
