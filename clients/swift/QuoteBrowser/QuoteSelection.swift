// SPDX-License-Identifier: Apache-2.0

/// Which quotes a list is of.
public enum QuoteSelection: Sendable, Hashable {
  /// The catalogue under a filter (nil = all but the mature ones), in an order.
  case catalogue(filter: QuoteFilter?, order: QuoteOrder)
  /// The best matches of some words, 1,000 at most, the best first.
  case matches(words: String, filter: QuoteFilter?)

  /// All quotes but the mature ones, as they were added.
  public static let everything = QuoteSelection.catalogue(filter: nil, order: .catalogue)
}

/// How much a list asks for and keeps.
public struct QuoteListLimits: Sendable, Hashable {
  /// The quotes of a page, 1 to 1,000.
  public var pageSize: Int
  /// The pages that are kept at most; the one that was not looked at for longest goes first.
  public var keptPages: Int
  /// The pages that `prefetch` asks for at the same time at most.
  public var prefetchedPages: Int

  /// Creates limits; by default 1,000 quotes are kept, by 50. Each is raised to 1 where it is less.
  public init(pageSize: Int = 50, keptPages: Int = 20, prefetchedPages: Int = 4) {
    self.pageSize = min(max(pageSize, 1), 1_000)
    self.keptPages = max(keptPages, 1)
    self.prefetchedPages = max(prefetchedPages, 1)
  }
}
