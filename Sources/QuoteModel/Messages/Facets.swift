// SPDX-License-Identifier: Apache-2.0

/// A creator or tag, and how many quotes have it.
public struct Facet: Sendable, Hashable {
  /// As the quotes write it.
  public var name = ""
  /// How many quotes have it.
  public var count: Int32 = 0

  /// Creates an empty facet.
  public init() {}
}

/// Asks for a page of creators.
public struct ListCreatorsRequest: Sendable, Hashable {
  /// Only names that begin so, whatever the case and accents; empty = all.
  public var prefix = ""
  /// 0 = 50, above 1,000 = 1,000.
  public var pageSize: Int32 = 0
  /// Where the page before ended; empty = from the start.
  public var pageToken = ""

  /// Creates the request for the first page.
  public init() {}
}

/// A page of creators.
public struct ListCreatorsResponse: Sendable, Hashable {
  /// By name.
  public var creators: [Facet] = []
  /// What to ask the next page with; empty = the last page.
  public var nextPageToken = ""

  /// Creates an empty page.
  public init() {}
}

/// Asks for a page of tags.
public struct ListTagsRequest: Sendable, Hashable {
  /// Only tags that begin so, whatever the case and accents; empty = all.
  public var prefix = ""
  /// 0 = 50, above 1,000 = 1,000.
  public var pageSize: Int32 = 0
  /// Where the page before ended; empty = from the start.
  public var pageToken = ""

  /// Creates the request for the first page.
  public init() {}
}

/// A page of tags.
public struct ListTagsResponse: Sendable, Hashable {
  /// By name.
  public var tags: [Facet] = []
  /// What to ask the next page with; empty = the last page.
  public var nextPageToken = ""

  /// Creates an empty page.
  public init() {}
}
