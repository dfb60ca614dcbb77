// SPDX-License-Identifier: Apache-2.0

package import QuoteModel
internal import QuoteText

extension CatalogueSnapshot {
  /// A page of the creators whom quotes name, and how many quotes each has that are not mature.
  package func creators(
    _ request: ListCreatorsRequest
  ) throws(ListProblem) -> ListCreatorsResponse {
    var asked = FacetPage(
      .creators, prefix: request.prefix, pageSize: request.pageSize)
    let token = try asked.check(request.pageToken)
    let index = creatorIndex
    asked.fill(rows.creators, order: index.order, counts: index.generalCounts, after: token)
    var response = ListCreatorsResponse()
    response.creators = asked.facets
    response.nextPageToken = asked.nextPageToken
    return response
  }

  /// A page of the tags, and how many quotes that are not mature have each.
  package func tags(_ request: ListTagsRequest) throws(ListProblem) -> ListTagsResponse {
    var asked = FacetPage(.tags, prefix: request.prefix, pageSize: request.pageSize)
    let token = try asked.check(request.pageToken)
    let index = tagIndex
    asked.fill(rows.tags, order: index.order, counts: index.generalCounts, after: token)
    var response = ListTagsResponse()
    response.tags = asked.facets
    response.nextPageToken = asked.nextPageToken
    return response
  }
}

/// One page of names and their counts.
private struct FacetPage {
  private(set) var facets: [Facet] = []
  private(set) var nextPageToken = ""

  private let list: PageToken.List
  private let pageSize: Int32
  private let prefix: String
  private var folded = ""

  init(_ list: PageToken.List, prefix: String, pageSize: Int32) {
    self.list = list
    self.prefix = prefix
    self.pageSize = pageSize
  }

  /// Looks at what was asked for, and reads the token.
  mutating func check(_ pageToken: String) throws(ListProblem) -> PageToken? {
    guard pageSize >= 0 else { throw .negativePageSize(pageSize) }
    guard prefix.utf8.count <= QuoteLimits.creatorBytes else {
      throw .longPrefix(bytes: prefix.utf8.count)
    }
    folded = Folding.forSearch(prefix)
    return try PageToken(pageToken, of: list, filter: fingerprint)
  }

  /// Takes the names that follow the token.
  mutating func fill(
    _ table: NameTable, order: [UInt32], counts: [UInt32], after token: PageToken?
  ) {
    var place: Int
    if let token {
      let key = NameKey(token.name)
      place = order.firstPlace { key < NameKey(table.name($0)) }
    } else {
      // Those that begin so, if there are any, follow each other from here.
      place = order.firstPlace { isInOrAfterPrefix(table.name($0)) }
    }
    let limit = PageLimits.rows(pageSize)
    while place < order.count {
      let number = order[place]
      let name = table.name(number)
      guard !name.isEmpty, beginsSo(name) else { return }
      place += 1
      guard counts[Int(number)] > 0 else { continue }
      if facets.count == limit {
        nextPageToken =
          PageToken(
            list, filter: fingerprint, position: 0, rest: Array((facets.last?.name ?? "").utf8)
          ).text
        return
      }
      var facet = Facet()
      facet.name = name
      facet.count = Int32(clamping: counts[Int(number)])
      facets.append(facet)
    }
  }

  private var fingerprint: UInt64 { folded.isEmpty ? 0 : StableHash.of(folded) }

  private func isInOrAfterPrefix(_ name: String) -> Bool {
    name.isEmpty
      || !Folding.forSearch(name).utf8.lexicographicallyPrecedes(folded.utf8)
  }

  private func beginsSo(_ name: String) -> Bool {
    folded.isEmpty || Folding.forSearch(name).utf8.starts(with: folded.utf8)
  }
}
