// SPDX-License-Identifier: Apache-2.0

internal import QuoteJSON
internal import QuoteModel

/// A channel whose messages are a text of a limited length, with or without markup.
///
/// It says how it counts, how much it takes, and how it escapes; `Posting` makes messages fit.
protocol TextChannel {
  /// What a portion takes, as the channel counts it, when all of it is escaped.
  ///
  /// A longer quotation must never take less.
  func room(for portion: Portion) -> Room

  /// The portion as plain text.
  func text(of portion: Portion) -> String

  /// The body for the channel's own API; nil where it has none.
  func body(of portion: Portion) -> JSONValue?

  /// The channel as it takes one of several parts of a message.
  func forParts(of whole: Portion) -> Self

  /// Sets what a message of this channel has beside texts and body.
  func complete(_ message: inout Message, with portion: Portion)
}

extension TextChannel {
  func text(of portion: Portion) -> String { portion.text }

  func body(of portion: Portion) -> JSONValue? { nil }

  func forParts(of whole: Portion) -> Self { self }

  func complete(_ message: inout Message, with portion: Portion) {}
}
