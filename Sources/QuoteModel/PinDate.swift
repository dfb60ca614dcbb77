// SPDX-License-Identifier: Apache-2.0

/// What a pin reserves: one date, or a day of every year.
public enum PinDate: Hashable, Sendable {
  /// One date.
  case once(CivilDate)
  /// A day of every year that has it: 29 February is one of leap years only.
  case everyYear(month: Int, day: Int)

  /// Reads a date, `YYYY-MM-DD`, or a day of every year, `--MM-DD`.
  public init(_ text: String) throws(CivilDateError) {
    guard text.hasPrefix("--") else {
      self = .once(try CivilDate(text))
      return
    }
    do throws(CivilDateError) {
      // Every day that some year has is one of a leap year.
      let (_, month, day) = try CivilDate("2000-" + text.dropFirst(2)).components
      self = .everyYear(month: month, day: day)
    } catch {
      switch error {
      case .notADate, .noSuchYear: throw .notADate(text)
      case .noSuchMonth: throw .noSuchMonth(text)
      case .noSuchDay(_, let year, let month): throw .noSuchDay(text, year: year, month: month)
      }
    }
  }
}

extension PinDate: CustomStringConvertible {
  /// The date as it is pinned: `2027-05-04`, or `--05-04` for every year.
  public var description: String {
    switch self {
    case .once(let date): date.description
    case .everyYear(let month, let day):
      "--" + (month < 10 ? "0" : "") + "\(month)-" + (day < 10 ? "0" : "") + "\(day)"
    }
  }
}

extension PinDate: Comparable {
  /// Those of every year come first; each kind by its date.
  public static func < (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.everyYear(let leftMonth, let leftDay), .everyYear(let month, let day)):
      (leftMonth, leftDay) < (month, day)
    case (.everyYear, .once): true
    case (.once, .everyYear): false
    case (.once(let left), .once(let right)): left < right
    }
  }
}
