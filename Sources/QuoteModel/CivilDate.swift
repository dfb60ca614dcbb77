// SPDX-License-Identifier: Apache-2.0

/// A date of the proleptic Gregorian calendar, without a time or a zone: year 1 to 9999.
public struct CivilDate: Sendable, Hashable, Comparable {
  /// Days since 1970-01-01.
  public let daysSinceEpoch: Int

  /// Creates the date so many days after 1970-01-01, or nil outside of years 1 to 9999.
  public init?(daysSinceEpoch: Int) {
    guard (Self.first.daysSinceEpoch...Self.last.daysSinceEpoch).contains(daysSinceEpoch) else {
      return nil
    }
    self.daysSinceEpoch = daysSinceEpoch
  }

  /// Creates a date, or nil where the calendar has no such day or the year is not 1 to 9999.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month),
      (1...CivilCalendar.days(inMonth: month, ofYear: year)).contains(day)
    else { return nil }
    daysSinceEpoch = CivilCalendar.daysSinceEpoch(year: year, month: month, day: day)
  }

  /// Reads a date as ISO 8601 writes it, `YYYY-MM-DD`: ten ASCII characters and nothing else.
  public init(_ text: String) throws(CivilDateError) {
    let bytes = Array(text.utf8.prefix(11))
    guard bytes.count == 10, bytes[4] == 0x2D, bytes[7] == 0x2D,
      let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[5..<7]),
      let day = Self.number(bytes[8..<10])
    else { throw .notADate(text) }
    guard year > 0 else { throw .noSuchYear(text) }
    guard (1...12).contains(month) else { throw .noSuchMonth(text) }
    guard let date = Self(year: year, month: month, day: day) else {
      throw .noSuchDay(text, year: year, month: month)
    }
    self = date
  }

  /// The date in UTC at a moment, or nil outside of years 1 to 9999.
  package init?(utc moment: Timestamp) {
    self.init(daysSinceEpoch: CivilCalendar.day(ofSeconds: moment.seconds))
  }

  private init(unchecked daysSinceEpoch: Int) { self.daysSinceEpoch = daysSinceEpoch }

  /// 0001-01-01, the first date there is.
  public static let first = CivilDate(unchecked: -719_162)
  /// 9999-12-31, the last date there is.
  public static let last = CivilDate(unchecked: 2_932_896)

  /// The year, month and day, counted from 1.
  public var components: (year: Int, month: Int, day: Int) {
    CivilCalendar.components(ofDay: daysSinceEpoch)
  }

  /// The year, 1 to 9999.
  public var year: Int { components.year }
  /// The month, 1 to 12.
  public var month: Int { components.month }
  /// The day of the month, from 1 on.
  public var day: Int { components.day }

  /// The date so many days later, earlier where negative; nil outside of years 1 to 9999.
  public func adding(days: Int) -> CivilDate? {
    let (sum, overflows) = daysSinceEpoch.addingReportingOverflow(days)
    return overflows ? nil : CivilDate(daysSinceEpoch: sum)
  }

  /// The days from another date to this one; negative where the other is later.
  public func days(since other: CivilDate) -> Int { daysSinceEpoch - other.daysSinceEpoch }

  /// Whether the left date comes first.
  public static func < (left: Self, right: Self) -> Bool {
    left.daysSinceEpoch < right.daysSinceEpoch
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var number = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { return nil }
      number = number * 10 + Int(digit - 0x30)
    }
    return number
  }
}

extension CivilDate: CustomStringConvertible {
  /// The date as ISO 8601 writes it, such as `2026-02-28`.
  public var description: String {
    let (year, month, day) = components
    return "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
