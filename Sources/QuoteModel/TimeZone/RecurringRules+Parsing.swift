// SPDX-License-Identifier: Apache-2.0

extension RecurringRules {
  /// Reads POSIX's TZ format with the extensions of RFC 8536 (3.3.1), such as `EST5EDT,M3.2.0,M11.1.0`.
  init(footer: [UInt8]) throws(TimeZoneError) {
    var reader = FooterReader(bytes: footer)
    try reader.skipName()
    offsetSeconds = try -reader.offset()
    guard !reader.isAtEnd else {
      summer = nil
      return
    }
    try reader.skipName()
    let summerOffset = reader.isAt(0x2C) ? offsetSeconds + 3_600 : try -reader.offset()
    guard TimeZoneRules.offsetBounds.contains(summerOffset) else { throw .malformed("footer") }
    try reader.skip(0x2C)
    let start = try reader.moment()
    try reader.skip(0x2C)
    let end = try reader.moment()
    guard reader.isAtEnd else { throw .malformed("footer") }
    summer = Summer(offsetSeconds: summerOffset, start: start, end: end)
  }
}

/// Reads the parts of a footer from left to right.
private struct FooterReader {
  private let bytes: [UInt8]
  private var index = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { index == bytes.count }

  func isAt(_ byte: UInt8) -> Bool { index < bytes.count && bytes[index] == byte }

  mutating func skip(_ byte: UInt8) throws(TimeZoneError) {
    guard isAt(byte) else { throw .malformed("footer") }
    index += 1
  }

  /// Passes over an abbreviation: letters, or anything between angle brackets.
  mutating func skipName() throws(TimeZoneError) {
    let start = index
    if isAt(0x3C) {
      while !isAtEnd, !isAt(0x3E) { index += 1 }
      try skip(0x3E)
    } else {
      while index < bytes.count, (0x41...0x5A).contains(bytes[index] & ~0x20) { index += 1 }
    }
    guard index - start >= 3 else { throw .malformed("footer") }
  }

  /// `[+-]hh[:mm[:ss]]`, positive in the WEST, as POSIX has it.
  mutating func offset() throws(TimeZoneError) -> Int { try clock(hours: 0...24) }

  /// `date[/time]`; the time is 02:00 where none is given.
  mutating func moment() throws(TimeZoneError) -> YearlyMoment {
    let day: YearlyMoment.Day
    if isAt(0x4D) {  // M
      index += 1
      let month = try number(1...12)
      try skip(0x2E)
      let week = try number(1...5)
      try skip(0x2E)
      day = .weekday(try number(0...6), week: week, month: month)
    } else if isAt(0x4A) {  // J
      index += 1
      day = .ofCommonYear(try number(1...365))
    } else {
      day = .ofYear(try number(0...365))
    }
    guard isAt(0x2F) else { return YearlyMoment(day: day, secondsOfDay: 7_200) }
    index += 1
    return YearlyMoment(day: day, secondsOfDay: try clock(hours: 0...167))
  }

  private mutating func clock(hours: ClosedRange<Int>) throws(TimeZoneError) -> Int {
    let sign = isAt(0x2D) ? -1 : 1
    if isAt(0x2D) || isAt(0x2B) { index += 1 }
    var seconds = try number(hours) * 3_600
    if isAt(0x3A) {
      index += 1
      seconds += try number(0...59) * 60
      if isAt(0x3A) {
        index += 1
        seconds += try number(0...59)
      }
    }
    return sign * seconds
  }

  private mutating func number(_ range: ClosedRange<Int>) throws(TimeZoneError) -> Int {
    let start = index
    var number = 0
    while index < bytes.count, (0x30...0x39).contains(bytes[index]), index - start < 4 {
      number = number * 10 + Int(bytes[index] - 0x30)
      index += 1
    }
    guard index > start, range.contains(number) else { throw .malformed("footer") }
    return number
  }
}
