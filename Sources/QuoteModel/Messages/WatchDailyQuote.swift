// SPDX-License-Identifier: Apache-2.0

/// Asks for each day's quote as the day begins.
public struct WatchDailyQuoteRequest: Sendable, Hashable {
  /// IANA name; empty = the calendar's.
  public var timeZone = ""
  /// Empty = `default`.
  public var calendar = ""
  /// The last date already seen: nothing of it or before is sent; empty = begin with today's.
  public var afterDate = ""
  /// When to send it, HH:MM in the zone; empty = as the day turns.
  public var deliverAt = ""

  /// Creates the request that begins with today's quote.
  public init() {}
}

/// One day's quote, as its day begins.
public struct WatchDailyQuoteResponse: Sendable, Hashable {
  /// The day and its quote.
  public var daily: DailyQuoteResponse?

  /// Creates an empty response.
  public init() {}
}
