// SPDX-License-Identifier: Apache-2.0

/// Finds the names of zones that someone may have meant.
struct ZoneSuggestions: Sendable {
  /// All names, sorted.
  let names: [String]
  /// Each name's last part, which is its city, folded.
  private let cities: [[UInt8]]

  init(names: [String]) {
    self.names = names
    cities = names.map { Self.fold(Self.city(of: $0)) }
  }

  /// At most three names: those of the same city, then those that differ by two letters at most.
  ///
  /// The work is bounded, since anyone may ask for anything: long names have no suggestions.
  func names(like name: String) -> [String] {
    guard (1...64).contains(name.utf8.count) else { return [] }
    let whole = Self.fold(Substring(name))
    let city = Self.fold(Self.city(of: name))
    guard !city.isEmpty else { return [] }
    var found: [(distance: Int, isElsewhere: Bool, name: String)] = []
    for (index, candidate) in cities.enumerated() {
      guard let distance = Self.distance(city, candidate, atMost: city.count > 4 ? 2 : 1) else {
        continue
      }
      let isElsewhere = Self.fold(Substring(names[index])).first != whole.first
      found.append((distance, isElsewhere, names[index]))
    }
    found.sort { left, right in
      (left.distance, left.isElsewhere ? 1 : 0, left.name)
        < (right.distance, right.isElsewhere ? 1 : 0, right.name)
    }
    return found.prefix(3).map(\.name)
  }

  private static func city(of name: String) -> Substring {
    name.lastIndex(of: "/").map { name[name.index(after: $0)...] } ?? name[...]
  }

  /// Lowercase letters and digits only: `new york` is `New_York`.
  private static func fold(_ text: Substring) -> [UInt8] {
    text.utf8.compactMap { byte in
      switch byte {
      case 0x41...0x5A: byte | 0x20
      case 0x61...0x7A, 0x30...0x39, 0x80...: byte
      default: nil
      }
    }
  }

  /// The number of letters to insert, drop or change, or nil where it is more than a limit.
  private static func distance(_ left: [UInt8], _ right: [UInt8], atMost limit: Int) -> Int? {
    guard abs(left.count - right.count) <= limit else { return nil }
    var row = Array(0...right.count)
    for (leftIndex, letter) in left.enumerated() {
      var diagonal = row[0]
      row[0] = leftIndex + 1
      for (rightIndex, other) in right.enumerated() {
        let above = row[rightIndex + 1]
        row[rightIndex + 1] = min(
          diagonal + (letter == other ? 0 : 1), above + 1, row[rightIndex] + 1)
        diagonal = above
      }
    }
    return row[right.count] <= limit ? row[right.count] : nil
  }
}
