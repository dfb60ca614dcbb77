// SPDX-License-Identifier: Apache-2.0

internal import QuoteText
internal import Synchronization

/// A name as it is compared with others: by its folded form, then by its own bytes; the empty name
/// comes last.
struct NameKey: Comparable {
  let name: String
  let folded: String

  init(_ name: String) {
    self.name = name
    folded = Folding.forSearch(name)
  }

  static func < (left: NameKey, right: NameKey) -> Bool {
    if left.name.isEmpty || right.name.isEmpty { return right.name.isEmpty && !left.name.isEmpty }
    if left.folded.utf8.elementsEqual(right.folded.utf8) {
      return left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
    }
    return left.folded.utf8.lexicographicallyPrecedes(right.folded.utf8)
  }

  static func == (left: NameKey, right: NameKey) -> Bool {
    left.name.utf8.elementsEqual(right.name.utf8)
  }
}

/// The numbers of a table of names in the order of the names.
struct NameOrder: Sendable {
  /// The numbers of all names, sorted.
  private(set) var numbers: [UInt32] = []

  /// Takes in the names that a table has got since.
  mutating func extend(to table: NameTable) {
    guard table.count > numbers.count else { return }
    let new = Self.sorted(UInt32(numbers.count)..<UInt32(table.count), of: table)
    guard !numbers.isEmpty else {
      numbers = new.map(\.number)
      return
    }
    var merged: [UInt32] = []
    merged.reserveCapacity(table.count)
    var next = 0
    for entry in new {
      let place = numbers.firstPlace(from: next) { !(NameKey(table.name($0)) < entry.key) }
      merged += numbers[next..<place]
      merged.append(entry.number)
      next = place
    }
    merged += numbers[next...]
    numbers = merged
  }

  private struct Entry {
    /// The folded name's first eight bytes, which tell most names apart.
    let head: UInt64
    let key: NameKey
    let number: UInt32
  }

  private static func sorted(_ numbers: Range<UInt32>, of table: NameTable) -> [Entry] {
    var entries = numbers.map { number in
      let key = NameKey(table.name(number))
      let head = key.name.isEmpty ? UInt64.max : Self.head(of: key.folded)
      return Entry(head: head, key: key, number: number)
    }
    entries.sort { $0.head == $1.head ? $0.key < $1.key : $0.head < $1.head }
    return entries
  }

  private static func head(of text: String) -> UInt64 {
    var head: UInt64 = 0
    var count = 0
    for byte in text.utf8.prefix(8) {
      head = head << 8 | UInt64(byte)
      count += 1
    }
    return count == 0 ? 0 : head << UInt64(8 * (8 - count))
  }
}

/// The orders of a catalogue's names, which grow with them: sorting 100,000 names anew for each
/// snapshot would take a tenth of a second.
final class NameOrders: Sendable {
  private let creators = Mutex(NameOrder())
  private let tags = Mutex(NameOrder())

  /// The numbers of the creators of some rows, sorted by name.
  func creators(of rows: CatalogueRows) -> [UInt32] { Self.numbers(creators, rows.creators) }

  /// The numbers of the tags of some rows, sorted by name.
  func tags(of rows: CatalogueRows) -> [UInt32] { Self.numbers(tags, rows.tags) }

  private static func numbers(
    _ order: borrowing Mutex<NameOrder>, _ table: NameTable
  ) -> [UInt32] {
    let numbers = order.withLock { order in
      order.extend(to: table)
      return order.numbers
    }
    // Later rows have more names.
    return numbers.count == table.count ? numbers : numbers.filter { $0 < table.count }
  }
}
