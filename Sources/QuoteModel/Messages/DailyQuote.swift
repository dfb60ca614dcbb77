// SPDX-License-Identifier: Apache-2.0

/// Asks for the quote of a civil date.
public struct DailyQuoteRequest: Sendable, Hashable {
  /// YYYY-MM-DD; empty = today.
  public var date = ""
  /// IANA name; empty = the calendar's.
  public var timeZone = ""
  /// Empty = `default`.
  public var calendar = ""

  /// Creates the request for today's quote.
  public init() {}
}

/// The quote of a civil date in a calendar.
public struct DailyQuoteResponse: Sendable, Hashable {
  /// The quote.
  public var quote: Quote?
  /// YYYY-MM-DD.
  public var date = ""
  /// When the date ends in the zone.
  public var validUntil: Timestamp?
  /// The same, from now, for clients without a clock.
  public var validFor: Duration?
  /// The zone that was used.
  public var timeZone = ""
  /// The calendar that was used.
  public var calendar = ""
  /// Why this quote.
  public var reason = DailyReason.unspecified
  /// Whether it may still change.
  public var certainty = Certainty.unspecified
  /// 1-based place in the calendar's present cycle.
  public var cyclePosition: Int32 = 0
  /// Hash over all days up to this one.
  public var chain: [UInt8] = []

  /// Creates an empty response.
  public init() {}
}

/// Whether a day's quote may still change.
public struct Certainty: RawRepresentable, Hashable, Sendable {
  /// The number on the wire.
  public let rawValue: Int32
  /// Creates a value from its number; unknown numbers are kept.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// Nothing was said about it.
  public static let unspecified = Self(rawValue: 0)
  /// It can't change any more.
  public static let fixed = Self(rawValue: 1)
  /// It may still change.
  public static let expected = Self(rawValue: 2)
}

/// Why a day has its quote.
public struct DailyReason: RawRepresentable, Hashable, Sendable {
  /// The number on the wire.
  public let rawValue: Int32
  /// Creates a value from its number; unknown numbers are kept.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// Nothing was said about it.
  public static let unspecified = Self(rawValue: 0)
  /// The calendar's own choice.
  public static let scheduled = Self(rawValue: 1)
  /// An editor's choice.
  public static let pinned = Self(rawValue: 2)
  /// An editor's choice in place of one that was fixed.
  public static let replaced = Self(rawValue: 3)
  /// The text was withdrawn.
  public static let withdrawn = Self(rawValue: 4)
}
