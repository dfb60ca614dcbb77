// SPDX-License-Identifier: Apache-2.0

/// Numbers for the names that many quotes share, in the order in which they came.
///
/// Names stay until the process ends, also when no quote has them any more: a number never changes
/// its meaning. A copy shares all with the original but the last few names.
struct NameTable: Sendable {
  private var chunks: [[String]] = []
  private var index = FingerprintIndex()
  private(set) var count = 0

  private static let chunkCapacity = 256

  /// Creates a table in which the empty name is number 0.
  init() { _ = number(adding: "") }

  /// The name with a number.
  func name(_ number: UInt32) -> String {
    chunks[Int(number) / Self.chunkCapacity][Int(number) % Self.chunkCapacity]
  }

  /// The number of a name, or nil where no quote ever had it.
  func number(of name: String) -> UInt32? {
    index.first(StableHash.of(name)) { self.name($0) == name }
  }

  /// The number of a name, which is given to it if it has none.
  mutating func number(adding name: String) -> UInt32 {
    if let number = number(of: name) { return number }
    let number = UInt32(count)
    if count % Self.chunkCapacity == 0 { chunks.append([]) }
    chunks[chunks.count - 1].append(name)
    index.insert(StableHash.of(name), number)
    count += 1
    return number
  }
}
