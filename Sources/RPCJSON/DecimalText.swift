// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

/// Numbers as JSON writes them (RFC 8259, section 6).
enum DecimalText {
  /// Where the number ends that begins at an offset; nil where there is none.
  static func end(_ text: Span<UInt8>, from start: Int) -> Int? {
    var index = start
    if index < text.count, text[index] == UInt8(ascii: "-") { index += 1 }
    let whole = digits(text, from: index)
    // A number has no zeros before it.
    guard whole > index, whole == index + 1 || text[index] != UInt8(ascii: "0") else { return nil }
    index = whole
    if index < text.count, text[index] == UInt8(ascii: ".") {
      let fraction = digits(text, from: index + 1)
      guard fraction > index + 1 else { return nil }
      index = fraction
    }
    if index < text.count, text[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if index < text.count, text[index] == UInt8(ascii: "+") || text[index] == UInt8(ascii: "-") {
        index += 1
      }
      let exponent = digits(text, from: index)
      guard exponent > index else { return nil }
      index = exponent
    }
    return index
  }

  /// A whole number: its sign and how far it is from zero.
  struct Whole: Equatable {
    let isNegative: Bool
    let magnitude: UInt64
  }

  /// The whole number that a well-formed number stands for, exactly; nil where it has a fraction or
  /// is beyond 64 bits. `1.0` and `1e3` are whole.
  static func whole(_ number: Span<UInt8>) -> Whole? {
    var index = 0
    let isNegative = number[0] == UInt8(ascii: "-")
    if isNegative { index = 1 }
    var magnitude: UInt64 = 0
    // Zeros that have yet to be followed by another digit: they may be all of a fraction.
    var pendingZeros = 0
    var fractionDigits = 0
    var isFraction = false
    while index < number.count, number[index] | 0x20 != UInt8(ascii: "e") {
      defer { index += 1 }
      guard number[index] != UInt8(ascii: ".") else {
        isFraction = true
        continue
      }
      if isFraction { fractionDigits += 1 }
      let digit = number[index] - UInt8(ascii: "0")
      guard digit > 0 else {
        if magnitude > 0 { pendingZeros += 1 }
        continue
      }
      guard let next = shifted(magnitude, by: magnitude == 0 ? 1 : pendingZeros + 1),
        case let (sum, overflows) = next.addingReportingOverflow(UInt64(digit)), !overflows
      else { return nil }
      magnitude = sum
      pendingZeros = 0
    }
    guard magnitude > 0 else { return Whole(isNegative: isNegative, magnitude: 0) }
    let exponent = index < number.count ? self.exponent(number.extracting((index + 1)...)) : 0
    // `magnitude` stands for the digits up to the last one that isn't zero.
    let power = exponent - fractionDigits + pendingZeros
    guard power >= 0, let value = shifted(magnitude, by: power) else { return nil }
    return Whole(isNegative: isNegative, magnitude: value)
  }

  private static func digits(_ text: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index < text.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= text[index] { index += 1 }
    return index
  }

  /// Clamped: no number that is taken has as many digits.
  private static func exponent(_ text: Span<UInt8>) -> Int {
    let isNegative = text[0] == UInt8(ascii: "-")
    var value = 0
    for index in text.indices where UInt8(ascii: "0")...UInt8(ascii: "9") ~= text[index] {
      value = min(value * 10 + Int(text[index] - UInt8(ascii: "0")), 1 << 40)
    }
    return isNegative ? -value : value
  }

  private static func shifted(_ value: UInt64, by digits: Int) -> UInt64? {
    guard value > 0 else { return 0 }
    guard digits < 20 else { return nil }
    var value = value
    for _ in 0..<digits {
      let (product, overflows) = value.multipliedReportingOverflow(by: 10)
      if overflows { return nil }
      value = product
    }
    return value
  }
}
