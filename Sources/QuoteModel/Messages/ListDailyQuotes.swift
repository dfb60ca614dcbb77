// SPDX-License-Identifier: Apache-2.0

/// Asks for the quotes of a range of dates.
public struct ListDailyQuotesRequest: Sendable, Hashable {
  /// YYYY-MM-DD.
  public var firstDate = ""
  /// YYYY-MM-DD, the range's last; at most 366 dates in one call.
  public var lastDate = ""
  /// Empty = `default`.
  public var calendar = ""

  /// Creates an empty request.
  public init() {}
}

/// The quotes of a range of dates.
public struct ListDailyQuotesResponse: Sendable, Hashable {
  /// One for each date, in order.
  public var days: [DailyQuoteResponse] = []

  /// Creates an empty response.
  public init() {}
}
