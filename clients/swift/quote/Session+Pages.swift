// SPDX-License-Identifier: Apache-2.0

internal import QuoteClient
internal import QuoteCommandLine
internal import QuoteOutput

extension Session {
  /// Shows a page of quotes, or all of them where the options say so.
  ///
  /// - Parameter end: What stands behind a page's quotes.
  func show<Page: Sendable>(
    _ pages: Pages<Page>, quotes: (Page) -> [Quote], end: (Page) -> ListEnd
  ) async throws(Failure) {
    let list = printer.list
    var count = 0
    let last = try await forEachPage(of: pages) { (page, isFirst) throws(Failure) in
      // Nothing is written before the first page is there: an error leaves no half document.
      let opening = isFirst ? list.opening : ""
      try Self.write(opening + list.page(quotes(page), isFirst: count == 0))
      count += quotes(page).count
    }
    if let last { try Self.write(list.closing(count: count, end(last))) }
  }

  /// Shows a page of names and their counts, or all of them where the options say so.
  func show<Page: Sendable>(
    _ pages: Pages<Page>, as list: FacetPrinter, facets: (Page) -> [Facet],
    nextPageToken: (Page) -> String
  ) async throws(Failure) {
    var count = 0
    let last = try await forEachPage(of: pages) { (page, isFirst) throws(Failure) in
      let opening = isFirst ? list.opening : ""
      try Self.write(opening + list.page(facets(page), isFirst: count == 0))
      count += facets(page).count
    }
    if let last {
      try Self.write(list.closing(count: count, nextPageToken: nextPageToken(last)))
    }
  }

  /// Visits the first page, or all, and returns the last one visited.
  private func forEachPage<Page: Sendable>(
    of pages: Pages<Page>, _ visit: (_ page: Page, _ isFirst: Bool) throws(Failure) -> Void
  ) async throws(Failure) -> Page? {
    var iterator = pages.makeAsyncIterator()
    var last: Page?
    repeat {
      let next: Page?
      do throws(Status) { next = try await iterator.next() } catch { throw .call(error) }
      guard let page = next else { break }
      try visit(page, last == nil)
      last = page
    } while invocation.has(PageOptions.allPages)
    return last
  }
}
