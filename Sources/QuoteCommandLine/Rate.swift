// SPDX-License-Identifier: Apache-2.0

/// How often something may happen: so many times in a period.
package struct Rate: Sendable, Hashable {
  /// How many times, 1 at least.
  package let count: Int
  /// In how long: a second, a minute or an hour.
  package let period: Duration

  /// Reads what a person types: a whole number, a slash, and s, m or h, such as `100/s`.
  package init?(commandLine text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].allSatisfy({ $0.isASCII && $0.isNumber }),
      let count = Int(parts[0]), (1...Self.mostTimes).contains(count)
    else { return nil }
    switch parts[1] {
    case "s": period = .seconds(1)
    case "m": period = .seconds(60)
    case "h": period = .seconds(3600)
    default: return nil
    }
    self.count = count
  }

  /// The time from one to the next where they come evenly.
  package var interval: Duration { period / count }

  /// More is as good as no limit.
  private static let mostTimes = 1_000_000
}
