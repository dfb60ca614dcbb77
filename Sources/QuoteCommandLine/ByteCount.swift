// SPDX-License-Identifier: Apache-2.0

/// An amount of memory as a person types it.
package struct ByteCount: Sendable, Hashable {
  /// How many bytes it is.
  package let bytes: Int

  /// An amount of so many bytes.
  package init(_ bytes: Int) { self.bytes = bytes }

  /// Reads a whole number with KiB, MiB or GiB after it; bytes without.
  package init?(commandLine text: String) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let count = Int(digits),
      let unit = Self.units.first(where: { $0.name == text.dropFirst(digits.count) })
    else { return nil }
    let (product, overflows) = count.multipliedReportingOverflow(by: unit.bytes)
    guard !overflows else { return nil }
    bytes = product
  }

  private static let units: [(name: String, bytes: Int)] = [
    ("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10), ("", 1),
  ]
}

extension ByteCount: CustomStringConvertible {
  /// The shortest exact spelling that `init(commandLine:)` reads.
  package var description: String {
    let unit = Self.units.first { bytes >= $0.bytes && bytes % $0.bytes == 0 }
    return unit.map { "\(bytes / $0.bytes)\($0.name)" } ?? "\(bytes)"
  }
}
