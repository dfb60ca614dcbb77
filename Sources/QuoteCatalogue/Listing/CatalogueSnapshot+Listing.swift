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
    let order = request.order == .unspecified ? .catalogue : request.order
    let filter = try (request.filter ?? QuoteFilter()).canonical()
    let fingerprint = filter.fingerprint
    var token: PageToken?
    if !request.pageToken.isEmpty {
      token = try PageToken(request.pageToken, order: order, filter: fingerprint)
    }
    let matcher = RowMatcher(filter, in: rows)
    let counts = matcher.isTrivial ? rows.generalCounts : rows.segments.map(matcher.count)
    let total = matcher.isTrivial ? generalCount : counts.reduce(0, +)
    var page = PageCollector(
      rowLimit: request.pageSize == 0
        ? PageLimits.usualRows : min(Int(request.pageSize), PageLimits.mostRows),
      skip: Int(request.skip))
    switch order {
    case .catalogue: collectForwards(&page, after: token, matcher, counts, &output)
    case .newest: collectBackwards(&page, before: token, matcher, counts, &output)
    case .creator: throw .orderNotServed(order.rawValue)
    default: throw .unknownOrder(order.rawValue)
    }
    var next = ""
    if page.isFull, let last = page.last {
      let position = rows.segments[last.segment].rows.positions[last.row]
      next =
        PageToken(order: order, filter: fingerprint, position: UInt64(position), creator: "").text
    }
    return PageTail(
      nextPageToken: next, totalSize: Int32(clamping: total), revision: revision,
      rowCount: page.rowCount)
  }

  private func collectForwards(
    _ page: inout PageCollector, after token: PageToken?, _ matcher: RowMatcher, _ counts: [Int],
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
      if firstRow > 0 || !page.skips(counts[segment]) {
        let mask = matcher.mask(of: rows.segments[segment])
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
    _ page: inout PageCollector, before token: PageToken?, _ matcher: RowMatcher,
    _ counts: [Int], _ output: inout [UInt8]
  ) {
    var segment = rows.segments.count - 1
    var endRow: Int?
    if let token {
      let position = UInt32(clamping: token.position)
      segment = rows.segmentIndex(of: position)
      if segment >= 0 { endRow = rows.segments[segment].rows.positions.lowerBound(of: position) }
    }
    while segment >= 0, !page.isFull {
      if endRow != nil || !page.skips(counts[segment]) {
        let mask = matcher.mask(of: rows.segments[segment])
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
}
