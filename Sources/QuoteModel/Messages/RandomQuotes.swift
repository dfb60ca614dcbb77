// SPDX-License-Identifier: Apache-2.0

/// Asks for quotes by chance.
public struct RandomQuotesRequest: Sendable, Hashable {
  /// How many, 100 at most; 0 = 1.
  public var count: Int32 = 0
  /// Which quotes; nil = all but the mature ones.
  public var filter: QuoteFilter?
  /// The same seed on the same revision draws the same quotes; 0 = by chance.
  public var seed: UInt64 = 0
  /// Ids of quotes not to draw.
  public var excludeIDs: [String] = []
  /// Draws a creator first, then a quote of theirs.
  public var balanceCreators = false

  /// Creates the request for one quote.
  public init() {}
}

/// Quotes drawn by chance.
public struct RandomQuotesResponse: Sendable, Hashable {
  /// Distinct, in the order they were drawn.
  public var quotes: [Quote] = []
  /// The catalogue's revision.
  public var revision: UInt64 = 0

  /// Creates an empty response.
  public init() {}
}
