// SPDX-License-Identifier: Apache-2.0

/// A row of the expanded face: a quote's text, and its creator beneath.
public struct QuoteRow: Sendable, Hashable {
  /// The words themselves.
  public let text: String
  /// Who said or wrote them, for the line beneath; nil where nobody knows.
  public let creator: String?

  /// Creates the row of a quote.
  public init(_ quote: Quote) {
    text = quote.text
    creator = quote.creator.isEmpty ? nil : quote.creator
  }
}
