// SPDX-License-Identifier: Apache-2.0

/// A date of the proleptic Gregorian calendar, without a time or a zone: year 1 to 9999.
public struct CivilDate: Sendable, Hashable, Comparable {
  /// Days since 1970-01-01.
  public let daysSinceEpoch: Int

  /// Creates the date so many days after 1970-01-01, or nil outside of years 1 to 9999.
  public init?(daysSinceEpoch: Int) {
    guard (-719_162...2_932_896).contains(daysSinceEpoch) else { return nil }
    self.daysSinceEpoch = daysSinceEpoch
  }

  /// Whether the left date comes first.
  public static func < (left: Self, right: Self) -> Bool {
    left.daysSinceEpoch < right.daysSinceEpoch
  }
}
