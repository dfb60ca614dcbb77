// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteStore
internal import QuoteText

/// A page of matches.
package struct SearchPage: Sendable {
  /// The quotes, the best match first, each as the field 1 of the response.
  package internal(set) var quotes: [UInt8] = []
  /// What to ask the next page with; empty = this is the last page.
  package internal(set) var nextPageToken = ""
  /// The revision that it was read at.
  package internal(set) var revision: UInt64 = 0
}

/// What is asked for, found good.
struct SearchPageRequest {
  let query: SearchQuery
  let filter: QuoteFilter

  private let fingerprint: UInt64
  private let rowLimit: Int
  /// Where the page before ended.
  private let start: MatchPlace?

  init(_ request: SearchQuotesRequest) throws(SearchProblem) {
    do throws(ListProblem) {
      guard request.pageSize >= 0 else { throw .negativePageSize(request.pageSize) }
      query = try SearchQuery(request.query)
      filter = try (request.filter ?? QuoteFilter()).canonical()
      // Not of the expression, which a later version may word in another way.
      var hash = StableHash()
      hash.combine(Folding.forSearch(request.query).utf8)
      hash.combine(number: filter.fingerprint)
      fingerprint = hash.value
      rowLimit = PageLimits.rows(request.pageSize)
      let token = try PageToken(request.pageToken, of: .matches, filter: fingerprint)
      start = try token.map { token throws(ListProblem) in try MatchPlace(token) }
    } catch {
      throw .request(error)
    }
  }

  /// The page of a ranking.
  func page(of ranking: Ranking) -> SearchPage {
    var collector = PageCollector(rowLimit: rowLimit, skip: 0)
    var page = SearchPage()
    let rows = ranking.snapshot.rows
    let matches = ranking.matches
    var next = start?.index(in: matches) ?? 0
    while next < matches.count {
      if let row = rows.row(at: matches[next].position) {
        collector.take(
          row.row..<row.row + 1, of: row.segment, rows.segments[row.segment].rows, &page.quotes)
        if collector.isFull { break }
      }
      next += 1
    }
    if collector.isFull {
      page.nextPageToken = MatchPlace(before: next, in: matches).token(filter: fingerprint).text
    }
    page.revision = ranking.snapshot.revision
    return page
  }
}

/// Where in a ranking a page ended, told so that it is found again in the ranking of another
/// revision: by the last matches of the page, of which some may be gone, and by how many there were.
private struct MatchPlace {
  /// The matches before the place.
  private let count: Int
  /// The positions of the last of them, the nearest first.
  private let nearest: [UInt32]

  private static let mostNearest = 16

  /// The place before a match of a ranking.
  init(before index: Int, in matches: [SearchMatch]) {
    count = index
    nearest = matches[..<index].suffix(Self.mostNearest).reversed().map(\.position)
  }

  /// The place that a token tells: two bytes of the count, then four for each position.
  init(_ token: PageToken) throws(ListProblem) {
    guard token.rest.count % 4 == 2, token.rest.count <= 2 + 4 * Self.mostNearest else {
      throw .invalidToken
    }
    count = Int(UInt64(bigEndianBytes: token.rest[..<2]))
    nearest = stride(from: 2, to: token.rest.count, by: 4).map { start in
      UInt32(truncatingIfNeeded: UInt64(bigEndianBytes: token.rest[start..<start + 4]))
    }
  }

  /// The token that tells the place.
  func token(filter: UInt64) -> PageToken {
    PageToken(
      .matches, filter: filter, position: 0,
      rest: UInt64(count).bigEndianBytes.suffix(2)
        + nearest.flatMap { UInt64($0).bigEndianBytes.suffix(4) })
  }

  /// The place in a ranking: behind the nearest match that is still there.
  func index(in matches: [SearchMatch]) -> Int {
    for position in nearest {
      if let index = matches.firstIndex(where: { $0.position == position }) { return index + 1 }
    }
    return min(max(count - nearest.count, 0), matches.count)
  }
}
