// SPDX-License-Identifier: Apache-2.0

package import QuoteModel

extension CatalogueSnapshot {
  /// Appends a page of quotes, each as the field 1 of the response, and returns what follows them.
  ///
  /// Nothing is appended where it throws. `request.minRevision` is not looked at: a snapshot can't
  /// wait.
  package func appendPage(
    _ request: ListQuotesRequest, to output: inout [UInt8]
  ) throws(ListProblem) -> PageTail {
    guard request.pageSize >= 0 else { throw .negativePageSize(request.pageSize) }
    guard request.skip >= 0 else { throw .negativeSkip(request.skip) }
    let list = try PageToken.List(request.order)
    let filter = try (request.filter ?? QuoteFilter()).canonical()
    let fingerprint = filter.fingerprint
    let token = try PageToken(request.pageToken, of: list, filter: fingerprint)
    var page = PageCollector(
      rowLimit: PageLimits.rows(request.pageSize), skip: Int(request.skip))
    let total: Int
    if list == .creator {
      let meant = rows.filters.rows(meeting: filter, in: rows)
      total = meant.total
      collectByCreator(&page, after: token, meant, &output)
    } else {
      let meant = MeantRows(filter, in: rows)
      total = meant.filtered?.total ?? generalCount
      if list == .catalogue {
        collectForwards(&page, after: token, meant, &output)
      } else {
        collectBackwards(&page, before: token, meant, &output)
      }
    }
    return PageTail(
      nextPageToken: nextToken(page, list, fingerprint), totalSize: Int32(clamping: total),
      revision: revision, rowCount: page.rowCount)
  }

  private func nextToken(
    _ page: PageCollector, _ list: PageToken.List, _ filter: UInt64
  ) -> String {
    guard page.isFull, let last = page.last else { return "" }
    let columns = rows.segments[last.segment].rows
    let creator = list == .creator ? rows.creators.name(columns.creators[last.row]) : ""
    return PageToken(
      list, filter: filter, position: UInt64(columns.positions[last.row]),
      rest: Array(creator.utf8)
    ).text
  }
}

extension CatalogueSnapshot {
  private func collectForwards(
    _ page: inout PageCollector, after token: PageToken?, _ meant: MeantRows,
    _ output: inout [UInt8]
  ) {
    var segment = 0
    var firstRow = 0
    if let token {
      guard let position = UInt32(exactly: token.position) else { return }
      segment = max(rows.segmentIndex(of: position), 0)
      if segment < rows.segments.count {
        let columns = rows.segments[segment].rows
        firstRow = columns.positions.lowerBound(of: position)
        if firstRow < columns.count, columns.positions[firstRow] == position { firstRow += 1 }
      }
    }
    while segment < rows.segments.count, !page.isFull {
      if firstRow > 0 || !page.skips(meant.count(in: segment)) {
        let mask = meant.mask(of: segment)
        while !page.isFull, let run = mask.run(from: firstRow) {
          page.take(run, of: segment, rows.segments[segment].rows, &output)
          firstRow = run.upperBound
        }
      }
      segment += 1
      firstRow = 0
    }
  }

  private func collectBackwards(
    _ page: inout PageCollector, before token: PageToken?, _ meant: MeantRows,
    _ output: inout [UInt8]
  ) {
    var segment = rows.segments.count - 1
    var endRow: Int?
    if let token {
      let position = UInt32(clamping: token.position)
      segment = rows.segmentIndex(of: position)
      if segment >= 0 { endRow = rows.segments[segment].rows.positions.lowerBound(of: position) }
    }
    while segment >= 0, !page.isFull {
      if endRow != nil || !page.skips(meant.count(in: segment)) {
        let mask = meant.mask(of: segment)
        var end = endRow ?? Segment.capacity
        while !page.isFull, let row = mask.last(before: end) {
          page.take(row..<row + 1, of: segment, rows.segments[segment].rows, &output)
          end = row
        }
      }
      segment -= 1
      endRow = nil
    }
  }

  private func collectByCreator(
    _ page: inout PageCollector, after token: PageToken?, _ meant: FilteredRows,
    _ output: inout [UInt8]
  ) {
    let index = creatorIndex
    let counts = meant.shares(in: rows).counts
    var place = 0
    var isAfter: (creator: UInt32, position: UInt32)?
    if let token {
      place = index.place(of: NameKey(token.name), in: rows)
      // Where nobody has that name any more, the next one in the order begins.
      if place < index.order.count, rows.creators.name(index.order[place]) == token.name {
        isAfter = (index.order[place], UInt32(clamping: token.position))
      }
    }
    while place < index.order.count, !page.isFull {
      let creator = index.order[place]
      place += 1
      let count = Int(counts[Int(creator)])
      let isResumed = isAfter?.creator == creator
      guard count > 0, isResumed || !page.skips(count) else { continue }
      var positions = index.positions(of: creator)
      if let isAfter, isResumed {
        positions = positions[positions.firstPlace { $0 > isAfter.position }...]
      }
      for position in positions where !page.isFull {
        guard let row = rows.row(at: position), meant.contains(row) else { continue }
        page.take(row.row..<row.row + 1, of: row.segment, rows.segments[row.segment].rows, &output)
      }
    }
  }
}

extension PageToken.List {
  /// The list in an order, or throws where there is no such order.
  fileprivate init(_ order: QuoteOrder) throws(ListProblem) {
    switch order {
    case .unspecified, .catalogue: self = .catalogue
    case .creator: self = .creator
    case .newest: self = .newest
    default: throw .unknownOrder(order.rawValue)
    }
  }
}

/// The rows of a list in the catalogue's own order: without a filter nothing needs to be found.
private struct MeantRows {
  /// What meets the filter; nil where all rows do that are not mature.
  let filtered: FilteredRows?
  private let rows: CatalogueRows

  init(_ filter: QuoteFilter, in rows: CatalogueRows) {
    self.rows = rows
    filtered = filter.isEmpty ? nil : rows.filters.rows(meeting: filter, in: rows)
  }

  func count(in segment: Int) -> Int {
    filtered?.count(in: segment) ?? rows.generalCounts[segment]
  }

  func mask(of segment: Int) -> RowMask {
    if let filtered { return filtered.masks[segment] }
    let segment = rows.segments[segment]
    var mask = RowMask(count: segment.count)
    mask.subtract(segment.mature)
    return mask
  }
}
