// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import Synchronization

/// What was found by the filters that were used last, for all loops and all snapshots of a catalogue.
///
/// Nobody waits for it: who finds it in use works the rows out without it.
final class FilterCache: Sendable {
  private struct Entry {
    let filter: QuoteFilter
    let rows: FilteredRows
  }

  /// The filters that are kept; each takes about an eighth of a byte a quote.
  private static let capacity = 16
  /// Filters with longer names than this in all are not kept.
  private static let mostFilterBytes = 4_096

  /// The last used first.
  private let entries = Mutex<[Entry]>([])

  /// Whether the rows that meet a filter in its canonical form are at hand, but for those of
  /// segments that are new. In doubt they are not.
  func knows(_ filter: QuoteFilter) -> Bool {
    guard filter.namesBytes <= Self.mostFilterBytes else { return false }
    return entries.withLockIfAvailable { $0.contains { $0.filter == filter } } ?? false
  }

  /// The rows that meet a filter in its canonical form.
  func rows(meeting filter: QuoteFilter, in rows: CatalogueRows) -> FilteredRows {
    guard filter.namesBytes <= Self.mostFilterBytes else {
      return FilteredRows(RowMatcher(filter, in: rows), in: rows, sharing: nil)
    }
    let known = entries.withLockIfAvailable { Self.take(filter, from: &$0) } ?? nil
    if let known, known.version == rows.version { return known }
    let found = FilteredRows(RowMatcher(filter, in: rows), in: rows, sharing: known)
    // A reader that is late with its snapshot doesn't throw out what the others use.
    if known.map({ $0.version < found.version }) ?? true {
      _ = entries.withLockIfAvailable { Self.keep(Entry(filter: filter, rows: found), in: &$0) }
    }
    return found
  }

  private static func take(_ filter: QuoteFilter, from entries: inout [Entry]) -> FilteredRows? {
    guard let index = entries.firstIndex(where: { $0.filter == filter }) else { return nil }
    let entry = entries[index]
    if index > 0 {
      entries.remove(at: index)
      entries.insert(entry, at: 0)
    }
    return entry.rows
  }

  private static func keep(_ entry: Entry, in entries: inout [Entry]) {
    entries.removeAll { $0.filter == entry.filter }
    if entries.count == capacity { entries.removeLast() }
    entries.insert(entry, at: 0)
  }
}

extension QuoteFilter {
  /// The bytes of all names in it.
  fileprivate var namesBytes: Int {
    [tagsAll, tagsAny, creators, languages].reduce(0) { sum, names in
      names.reduce(sum) { $0 + $1.utf8.count }
    }
  }
}
