// SPDX-License-Identifier: Apache-2.0

/// Asks for a page of the catalogue.
public struct ListQuotesRequest: Sendable, Hashable {
  /// 0 = 50, above 1,000 = 1,000.
  public var pageSize: Int32 = 0
  /// Where the page before ended; empty = from the start.
  public var pageToken = ""
  /// Rows to pass over first.
  public var skip: Int32 = 0
  /// Which quotes; nil = all but the mature ones.
  public var filter: QuoteFilter?
  /// In which order.
  public var order = QuoteOrder.unspecified
  /// The revision that the server must have seen.
  public var minRevision: UInt64 = 0

  /// Creates the request for the first page.
  public init() {}
}

/// A page of the catalogue.
public struct ListQuotesResponse: Sendable, Hashable {
  /// The rows of the page.
  public var quotes: [Quote] = []
  /// What to ask the next page with; empty = the last page.
  public var nextPageToken = ""
  /// Rows under the filter.
  public var totalSize: Int32 = 0
  /// The catalogue's revision.
  public var revision: UInt64 = 0

  /// Creates an empty page.
  public init() {}
}
