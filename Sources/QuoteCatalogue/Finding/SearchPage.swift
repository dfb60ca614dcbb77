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
  /// The last match of the page before.
  private let last: SearchMatch?

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
      last = try token.map { token throws(ListProblem) in try SearchMatch(token) }
    } catch {
      throw .request(error)
    }
  }

  /// The page of a ranking.
  func page(of ranking: Ranking) -> SearchPage {
    var collector = PageCollector(rowLimit: rowLimit, skip: 0)
    var page = SearchPage()
    let rows = ranking.snapshot.rows
    var end = last
    for match in ranking.matches[place(in: ranking.matches)...] {
      guard let row = rows.row(at: UInt32(clamping: match.position)) else { continue }
      collector.take(
        row.row..<row.row + 1, of: row.segment, rows.segments[row.segment].rows, &page.quotes)
      guard !collector.isFull else {
        page.nextPageToken = end?.token(filter: fingerprint) ?? ""
        break
      }
      end = match
    }
    page.revision = ranking.snapshot.revision
    return page
  }

  /// Behind the last match of the page before, also where its score has changed a little because
  /// others came; where it is gone, behind those that were better.
  private func place(in matches: [SearchMatch]) -> Int {
    guard let last else { return 0 }
    if let index = matches.firstIndex(where: { $0.position == last.position }) { return index + 1 }
    return matches.firstPlace { last < $0 }
  }
}

extension SearchMatch {
  /// The match that a token names.
  fileprivate init(_ token: PageToken) throws(ListProblem) {
    let score = Double(bitPattern: UInt64(bigEndianBytes: token.rest[...]))
    guard token.rest.count == 8, score.isFinite, let position = Int64(exactly: token.position)
    else { throw .invalidToken }
    self.init(position: position, score: score)
  }

  /// The token of a page that ends with this.
  fileprivate func token(filter: UInt64) -> String {
    PageToken(
      .matches, filter: filter, position: UInt64(position),
      rest: score.bitPattern.bigEndianBytes
    ).text
  }
}
