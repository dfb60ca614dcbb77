// SPDX-License-Identifier: Apache-2.0

/// Some of the numbers of a `NameTable`, made to be looked for in a column.
struct NumberSet: Sendable {
  /// The number, where there is only one: the most usual filter.
  let only: UInt32?
  private let flags: [Bool]
  let isEmpty: Bool

  /// The set of some numbers out of so many.
  init(_ numbers: [UInt32], of count: Int) {
    isEmpty = numbers.isEmpty
    only = numbers.count == 1 ? numbers[0] : nil
    guard numbers.count > 1 else {
      flags = []
      return
    }
    var flags = [Bool](repeating: false, count: count)
    for number in numbers { flags[Int(number)] = true }
    self.flags = flags
  }

  /// Whether a number is in it.
  func contains(_ number: UInt32) -> Bool {
    if let only { return number == only }
    return !isEmpty && flags[Int(number)]
  }

  /// Keeps the rows of a mask whose number in a column is in the set.
  func keep(_ mask: inout RowMask, _ column: [UInt32]) {
    if let only {
      mask.keep(count: column.count) { column[$0] == only }
    } else {
      mask.keep(count: column.count) { flags[Int(column[$0])] }
    }
  }
}
