// SPDX-License-Identifier: Apache-2.0

public import QuoteModel
public import RPCCore

/// The quotes of the catalogue one by one; the pages are asked for as they are needed.
public struct QuoteSequence: AsyncSequence, Sendable {
  private let pages: QuotePages

  /// Creates the sequence of the quotes on some pages.
  package init(pages: QuotePages) { self.pages = pages }

  /// Creates an iterator over all quotes.
  public func makeAsyncIterator() -> Iterator { Iterator(pages: pages.makeAsyncIterator()) }

  /// Goes from quote to quote.
  public struct Iterator: AsyncIteratorProtocol {
    private var pages: QuotePages.Iterator
    private var page: [Quote] = []
    private var index = 0

    fileprivate init(pages: QuotePages.Iterator) { self.pages = pages }

    /// The next quote, or nil after the last.
    ///
    /// After an error the sequence is over.
    public mutating func next() async throws(Status) -> Quote? {
      while index == page.count {
        // A page may be empty and yet not the last, under a filter that few quotes meet.
        guard let next = try await pages.next() else { return nil }
        page = next.quotes
        index = 0
      }
      defer { index += 1 }
      return page[index]
    }
  }
}
