// SPDX-License-Identifier: Apache-2.0

/// Asks for the quotes that match some words best.
public struct SearchQuotesRequest: Sendable, Hashable {
  /// Words of the text, creator, source or tags; case, accents and punctuation don't matter.
  public var query = ""
  /// Which quotes; nil = all but the mature ones.
  public var filter: QuoteFilter?
  /// 0 = 50, above 1,000 = 1,000.
  public var pageSize: Int32 = 0
  /// Where the page before ended; empty = from the start.
  public var pageToken = ""
  /// The revision that the server must have seen.
  public var minRevision: UInt64 = 0

  /// Creates an empty request.
  public init() {}
}

/// A page of matches.
public struct SearchQuotesResponse: Sendable, Hashable {
  /// The best first; over all pages 1,000 at most.
  public var quotes: [Quote] = []
  /// What to ask the next page with; empty = the last page.
  public var nextPageToken = ""
  /// The catalogue's revision.
  public var revision: UInt64 = 0

  /// Creates an empty page.
  public init() {}
}
