// SPDX-License-Identifier: Apache-2.0

public import QuoteModel
public import RPCCore

/// The elements of a list one by one; the pages are asked for as they are needed.
public struct PagedSequence<Page: Sendable, Element: Sendable>: AsyncSequence, Sendable {
  private let pages: Pages<Page>
  private let elements: @Sendable (Page) -> [Element]

  /// Creates the sequence of what some pages hold.
  package init(pages: Pages<Page>, elements: @escaping @Sendable (Page) -> [Element]) {
    self.pages = pages
    self.elements = elements
  }

  /// Creates an iterator over all elements.
  public func makeAsyncIterator() -> Iterator {
    Iterator(pages: pages.makeAsyncIterator(), elements: elements)
  }

  /// Goes from element to element.
  public struct Iterator: AsyncIteratorProtocol {
    private var pages: Pages<Page>.Iterator
    private let elements: @Sendable (Page) -> [Element]
    private var page: [Element] = []
    private var index = 0

    fileprivate init(
      pages: Pages<Page>.Iterator, elements: @escaping @Sendable (Page) -> [Element]
    ) {
      self.pages = pages
      self.elements = elements
    }

    /// The next element, or nil after the last.
    ///
    /// After an error the sequence is over.
    public mutating func next() async throws(Status) -> Element? {
      while index == page.count {
        // A page may be empty and yet not the last, under a filter that few quotes meet.
        guard let next = try await pages.next() else { return nil }
        page = elements(next)
        index = 0
      }
      defer { index += 1 }
      return page[index]
    }
  }
}

/// The quotes of the catalogue one by one.
public typealias QuoteSequence = PagedSequence<ListQuotesResponse, Quote>

extension PagedSequence where Page == ListQuotesResponse, Element == Quote {
  /// Creates the sequence of the quotes on some pages.
  package init(pages: QuotePages) {
    self.init(pages: pages, elements: \.quotes)
  }
}
