// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A part of a list, as it was at one revision.
struct QuotePage: Sendable, Hashable {
  /// The quotes; fewer than were asked for only at the end of the list.
  var quotes: [Quote]
  /// The quotes of the whole list.
  var totalCount: Int
  /// The catalogue's revision.
  var revision: UInt64
}

/// Reads whole pages of a selection from a source.
struct PageReader: Sendable {
  private let source: any QuoteSource
  private let selection: QuoteSelection
  /// A search is read as a whole, since its pages can only be asked for one after the other.
  private let matches = FoundQuotes()
  /// How often a page is begun anew, since the catalogue has changed while its parts came.
  private static let mostChanges = 10

  init(source: any QuoteSource, selection: QuoteSelection) {
    self.source = source
    self.selection = selection
  }

  /// Reads `count` quotes from an index on, of the given revision or a later one.
  func page(
    from index: Int, count: Int, since revision: UInt64
  ) async throws(QuoteSourceError) -> QuotePage {
    switch selection {
    case .catalogue(let filter, let order):
      try await catalogue(filter, order, index, count, revision)
    case .matches(let words, let filter):
      try await found(words, filter, revision).part(from: index, count: count)
    }
  }

  /// A source may give less at a time than was asked for, and the catalogue may change in between.
  private func catalogue(
    _ filter: QuoteFilter?, _ order: QuoteOrder, _ index: Int, _ count: Int, _ revision: UInt64
  ) async throws(QuoteSourceError) -> QuotePage {
    var page: QuotePage?
    var changes = 0
    while changes <= Self.mostChanges {
      var request = ListQuotesRequest()
      request.filter = filter
      request.order = order
      request.skip = Int32(clamping: index + (page?.quotes.count ?? 0))
      request.pageSize = Int32(clamping: count - (page?.quotes.count ?? 0))
      request.minRevision = page?.revision ?? revision
      let response = try await source.listQuotes(request)
      let part = QuotePage(
        quotes: response.quotes, totalCount: Int(response.totalSize), revision: response.revision)
      guard part.revision >= request.minRevision, part.totalCount >= 0 else {
        throw QuoteSourceError(
          .unreadable,
          "The source gave revision \(part.revision) where \(request.minRevision) was asked for.")
      }
      if let begun = page, begun.revision != part.revision {
        // What came before may stand elsewhere by now. What has just come is no page's beginning.
        changes += 1
        page = QuotePage(quotes: [], totalCount: part.totalCount, revision: part.revision)
        continue
      }
      let whole = QuotePage(
        quotes: (page?.quotes ?? []) + part.quotes, totalCount: part.totalCount,
        revision: part.revision)
      let due = min(count, max(0, part.totalCount - index))
      if whole.quotes.count >= due {
        return QuotePage(
          quotes: Array(whole.quotes.prefix(due)), totalCount: whole.totalCount,
          revision: whole.revision)
      }
      guard !part.quotes.isEmpty else {
        throw QuoteSourceError(
          .unreadable,
          "The source has \(part.totalCount) quotes and gave none from number \(request.skip) on.")
      }
      page = whole
    }
    throw QuoteSourceError(
      .unreachable, "The catalogue changes faster than a page of it can be read: try again later.")
  }

  private func found(
    _ words: String, _ filter: QuoteFilter?, _ revision: UInt64
  ) async throws(QuoteSourceError) -> FoundQuotes.All {
    if let all = matches.all, all.revision >= revision { return all }
    var request = SearchQuotesRequest()
    request.query = words
    request.filter = filter
    request.pageSize = Int32(FoundQuotes.most)
    request.minRevision = revision
    var all = FoundQuotes.All(quotes: [], revision: revision)
    repeat {
      let response = try await source.searchQuotes(request)
      guard response.nextPageToken.isEmpty || !response.quotes.isEmpty else {
        throw QuoteSourceError(.unreadable, "The source says that more was found and gives none.")
      }
      all.quotes += response.quotes.prefix(FoundQuotes.most - all.quotes.count)
      all.revision = max(all.revision, response.revision)
      request.pageToken = response.nextPageToken
    } while !request.pageToken.isEmpty && all.quotes.count < FoundQuotes.most
    matches.all = all
    return all
  }

  /// Lets go of what is kept, since it may be out of date.
  func forget() { matches.all = nil }
}

/// All that a search has found, once it is there.
private final class FoundQuotes: Sendable {
  /// The most that a search finds, by the contract.
  static let most = 1_000

  struct All: Sendable {
    var quotes: [Quote]
    var revision: UInt64

    func part(from index: Int, count: Int) -> QuotePage {
      QuotePage(
        quotes: Array(quotes.dropFirst(index).prefix(count)), totalCount: quotes.count,
        revision: revision)
    }
  }

  private let state = Mutex<All?>(nil)

  var all: All? {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}
