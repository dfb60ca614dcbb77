// SPDX-License-Identifier: Apache-2.0

/// Asks to add a quote.
public struct CreateQuoteRequest: Sendable, Hashable {
  /// The quote; its id, times and etag are the server's and are ignored.
  public var quote: Quote?
  /// A UUID of the caller's choice: a repeat within 24 hours is answered as the first was.
  public var requestID = ""

  /// Creates an empty request.
  public init() {}
}

/// The quote as it was added.
public struct CreateQuoteResponse: Sendable, Hashable {
  /// The quote.
  public var quote: Quote?
  /// The id of another quote that it resembles so much that it is worth a look; empty = none.
  public var nearDuplicateOf = ""
  /// The revision of this write.
  public var revision: UInt64 = 0

  /// Creates an empty response.
  public init() {}
}

/// Asks to change a quote.
public struct UpdateQuoteRequest: Sendable, Hashable {
  /// The quote with its id and its new content; an etag that isn't empty must be the current one.
  public var quote: Quote?
  /// The fields to change; nil or empty = all that aren't the server's.
  public var updateMask: FieldMask?
  /// A UUID of the caller's choice: a repeat within 24 hours is answered as the first was.
  public var requestID = ""

  /// Creates an empty request.
  public init() {}
}

/// The quote as it was changed.
public struct UpdateQuoteResponse: Sendable, Hashable {
  /// The quote.
  public var quote: Quote?
  /// The revision of this write.
  public var revision: UInt64 = 0

  /// Creates an empty response.
  public init() {}
}

/// Some of a message's fields.
public struct FieldMask: Sendable, Hashable {
  /// The fields by their names in the proto, with dots for what lies deeper.
  public var paths: [String] = []

  /// Creates a mask.
  public init(paths: [String] = []) { self.paths = paths }
}

/// Asks to remove a quote.
public struct DeleteQuoteRequest: Sendable, Hashable {
  /// The quote's id.
  public var id = ""
  /// The current etag; empty = whatever it is.
  public var etag = ""
  /// A UUID of the caller's choice: a repeat within 24 hours is answered as the first was.
  public var requestID = ""

  /// Creates an empty request.
  public init() {}
}

/// The quote was removed.
public struct DeleteQuoteResponse: Sendable, Hashable {
  /// The revision of this write.
  public var revision: UInt64 = 0

  /// Creates an empty response.
  public init() {}
}

/// Asks to erase a quote's text for good.
public struct PurgeQuoteRequest: Sendable, Hashable {
  /// The quote's id; it may have been deleted already.
  public var id = ""
  /// Why, for the audit log; needed.
  public var reason = ""

  /// Creates an empty request.
  public init() {}
}

/// The text was erased.
public struct PurgeQuoteResponse: Sendable, Hashable {
  /// The revision of this write.
  public var revision: UInt64 = 0

  /// Creates an empty response.
  public init() {}
}
