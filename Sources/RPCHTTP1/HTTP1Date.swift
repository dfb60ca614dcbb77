// SPDX-License-Identifier: Apache-2.0

/// A moment as HTTP writes it (RFC 9110, section 5.6.7).
package enum HTTP1Date {
  private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The text of a moment in seconds since 1970, UTC, from then to the year 9999.
  package static func text(_ seconds: Int64) -> String {
    let seconds = Int(min(max(seconds, 0), 253_402_300_799))
    let (day, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
    var date = day
    var year = 1970
    while date >= length(of: year) {
      date -= length(of: year)
      year += 1
    }
    var month = 0
    while date >= length(of: month, in: year) {
      date -= length(of: month, in: year)
      month += 1
    }
    let time = [rest / 3600, rest / 60 % 60, rest % 60].map(twoDigits).joined(separator: ":")
    let digits = String(year)
    return "\(days[day % 7]), \(twoDigits(date + 1)) \(months[month]) \(digits) \(time) GMT"
  }

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  private static func length(of year: Int) -> Int { isLeap(year) ? 366 : 365 }

  private static func length(of month: Int, in year: Int) -> Int {
    switch month {
    case 1: isLeap(year) ? 29 : 28
    case 3, 5, 8, 10: 30
    default: 31
    }
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
