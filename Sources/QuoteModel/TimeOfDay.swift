// SPDX-License-Identifier: Apache-2.0

/// A time of day as a clock shows it, to the minute: 00:00 to 23:59.
package struct TimeOfDay: Sendable, Hashable {
  /// Seconds from 00:00 on.
  package let seconds: Int

  /// 00:00.
  package static let midnight = TimeOfDay(seconds: 0)

  private init(seconds: Int) { self.seconds = seconds }

  /// Reads `HH:MM`: five ASCII characters and nothing else; nil where it is no time of day.
  package init?(_ text: String) {
    let bytes = Array(text.utf8.prefix(6))
    guard bytes.count == 5, bytes[2] == UInt8(ascii: ":"),
      let hour = Self.number(bytes[0], bytes[1]), hour < 24,
      let minute = Self.number(bytes[3], bytes[4]), minute < 60
    else { return nil }
    seconds = (hour * 60 + minute) * 60
  }

  private static func number(_ tens: UInt8, _ ones: UInt8) -> Int? {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard digits.contains(tens), digits.contains(ones) else { return nil }
    return Int(tens - digits.lowerBound) * 10 + Int(ones - digits.lowerBound)
  }
}
