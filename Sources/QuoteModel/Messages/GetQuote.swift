// SPDX-License-Identifier: Apache-2.0

/// Asks for one quote.
public struct GetQuoteRequest: Sendable, Hashable {
  /// The quote's id.
  public var id = ""
  /// The revision that the server must have seen.
  public var minRevision: UInt64 = 0

  /// Creates an empty request.
  public init() {}
}

/// One quote.
public struct GetQuoteResponse: Sendable, Hashable {
  /// The quote.
  public var quote: Quote?
  /// The catalogue's revision.
  public var revision: UInt64 = 0

  /// Creates an empty response.
  public init() {}
}
