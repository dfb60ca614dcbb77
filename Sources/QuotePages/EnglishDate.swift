// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel

extension CivilDate {
  /// The date as a person reads it, such as `Monday, 30 November 2026`.
  var english: String {
    let weekday = ((daysSinceEpoch + 4) % 7 + 7) % 7
    return "\(Self.weekdays[weekday]), \(day) \(Self.months[month - 1]) \(year)"
  }

  /// 1970-01-01 was a Thursday.
  private static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}
