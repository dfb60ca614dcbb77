// SPDX-License-Identifier: Apache-2.0

/// Why a text is no date; each case carries the text.
public enum CivilDateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It does not look like `YYYY-MM-DD`.
  case notADate(String)
  /// Its year is 0000.
  case noSuchYear(String)
  /// Its month is not 1 to 12.
  case noSuchMonth(String)
  /// Its month has fewer days, or the day is 0.
  case noSuchDay(String, year: Int, month: Int)

  /// What is wrong and what would be right, such as `2026-02-30: February 2026 has 28 days`.
  public var description: String {
    switch self {
    case .notADate(let text): "\(Excerpt(text)) is not a date like 2026-02-28"
    case .noSuchYear(let text): "\(text): years are 0001 to 9999"
    case .noSuchMonth(let text): "\(text): months are 01 to 12"
    case .noSuchDay(let text, let year, let month):
      "\(text): \(Self.months[month - 1]) \(year) has "
        + "\(CivilCalendar.days(inMonth: month, ofYear: year)) days"
    }
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}
