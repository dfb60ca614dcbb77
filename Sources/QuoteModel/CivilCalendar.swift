// SPDX-License-Identifier: Apache-2.0

/// The arithmetic of the proleptic Gregorian calendar, for any year.
///
/// The year is taken to begin in March, so that the leap day is its last; 400 such years, an era,
/// have 146,097 days.
enum CivilCalendar {
  /// The days from 1970-01-01 to a date.
  static func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int {
    let marchYear = month > 2 ? year : year - 1
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The date so many days after 1970-01-01.
  static func components(ofDay daysSinceEpoch: Int) -> (year: Int, month: Int, day: Int) {
    let days = daysSinceEpoch + 719_468  // since 0000-03-01
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth + (marchMonth < 10 ? 3 : -9)
    let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  /// The number of days of a month, 1 to 12.
  static func days(inMonth month: Int, ofYear year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Whether a year has a 29 February.
  static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  /// The day that an instant falls on: a division that rounds down, also before 1970.
  static func day(ofSeconds seconds: Int64) -> Int {
    let (quotient, remainder) = seconds.quotientAndRemainder(dividingBy: secondsPerDay)
    return Int(remainder < 0 ? quotient - 1 : quotient)
  }

  /// The seconds of a civil day.
  static let secondsPerDay: Int64 = 86_400
}
