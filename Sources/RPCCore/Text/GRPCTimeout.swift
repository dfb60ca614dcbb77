// SPDX-License-Identifier: Apache-2.0

/// The value of the `grpc-timeout` header: one to eight digits and a unit ("Timeout" of gRPC over
/// HTTP/2).
package enum GRPCTimeout {
  private static let units: [(letter: UInt8, nanoseconds: UInt64)] = [
    (UInt8(ascii: "n"), 1), (UInt8(ascii: "u"), 1_000), (UInt8(ascii: "m"), 1_000_000),
    (UInt8(ascii: "S"), 1_000_000_000), (UInt8(ascii: "M"), 60_000_000_000),
    (UInt8(ascii: "H"), 3_600_000_000_000),
  ]
  private static let largest: UInt64 = 99_999_999

  /// Nanoseconds, clamped to what 64 bits hold; nil if the value is not well-formed.
  package static func nanoseconds(_ value: Span<UInt8>) -> UInt64? {
    guard value.count >= 2, value.count <= 9 else { return nil }
    var number: UInt64 = 0
    for index in 0..<value.count - 1 {
      let digit = value[index] &- UInt8(ascii: "0")
      guard digit <= 9 else { return nil }
      number = number * 10 + UInt64(digit)
    }
    let letter = value[value.count - 1]
    guard let unit = units.first(where: { $0.letter == letter }) else { return nil }
    let (product, overflows) = number.multipliedReportingOverflow(by: unit.nanoseconds)
    return overflows ? .max : product
  }

  /// The header's value in the finest unit in which it fits, rounded up and never 0.
  package static func value(nanoseconds: UInt64) -> [UInt8] {
    for unit in units {
      let quotient = nanoseconds / unit.nanoseconds
      let number = max(1, quotient + (nanoseconds % unit.nanoseconds == 0 ? 0 : 1))
      if number <= largest { return Array(String(number).utf8) + [unit.letter] }
    }
    return Array(String(largest).utf8) + [UInt8(ascii: "H")]
  }
}
