// SPDX-License-Identifier: Apache-2.0

/// A date that is reserved for a quote.
public struct Pin: Sendable, Hashable {
  /// The calendar's id; empty = `default`.
  public var calendar = ""
  /// YYYY-MM-DD, or --MM-DD for every year.
  public var date = ""
  /// The quote's id.
  public var quoteID = ""

  /// Creates an empty pin.
  public init() {}
}

/// Asks to reserve a date.
public struct PinDailyQuoteRequest: Sendable, Hashable {
  /// The date and the quote; needed.
  public var pin: Pin?
  /// Replaces the quote of a date that is fixed.
  public var force = false

  /// Creates an empty request.
  public init() {}
}

/// The date is reserved.
public struct PinDailyQuoteResponse: Sendable, Hashable {
  /// As it was stored.
  public var pin: Pin?

  /// Creates an empty response.
  public init() {}
}

/// Asks to give a date back.
public struct UnpinDailyQuoteRequest: Sendable, Hashable {
  /// The calendar's id; empty = `default`.
  public var calendar = ""
  /// The date as it was pinned.
  public var date = ""

  /// Creates an empty request.
  public init() {}
}

/// The date was given back.
public struct UnpinDailyQuoteResponse: Sendable, Hashable {
  /// Creates the response.
  public init() {}
}

/// Asks for a page of a calendar's pins.
public struct ListPinsRequest: Sendable, Hashable {
  /// The calendar's id; empty = `default`.
  public var calendar = ""
  /// 0 = 50, above 1,000 = 1,000.
  public var pageSize: Int32 = 0
  /// Where the page before ended; empty = from the start.
  public var pageToken = ""

  /// Creates the request for the first page.
  public init() {}
}

/// A page of pins.
public struct ListPinsResponse: Sendable, Hashable {
  /// By date, those of every year first.
  public var pins: [Pin] = []
  /// What to ask the next page with; empty = the last page.
  public var nextPageToken = ""

  /// Creates an empty page.
  public init() {}
}
