// SPDX-License-Identifier: Apache-2.0

/// What a ListQuotes response says behind its quotes.
package struct PageTail: Hashable, Sendable {
  /// What to ask the next page with; empty = this is the last page.
  package let nextPageToken: String
  /// All rows under the filter, on whatever page.
  package let totalSize: Int32
  /// The revision that the page was read at.
  package let revision: UInt64
  /// The rows of this page.
  package let rowCount: Int
}
