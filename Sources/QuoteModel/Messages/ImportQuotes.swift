// SPDX-License-Identifier: Apache-2.0

/// Asks to add a batch of quotes.
public struct ImportQuotesRequest: Sendable, Hashable {
  /// The quotes, 1,000 at most; their etags are ignored, and without `keepIDs` their ids and times.
  public var quotes: [Quote] = []
  /// Whether quotes that were deleted before come back.
  public var restoreDeleted = false
  /// Only tells what would happen.
  public var dryRun = false
  /// Whether ids and times are taken over; quotes with a time of deletion are added as deleted.
  public var keepIDs = false

  /// Creates an empty batch.
  public init() {}
}

/// What became of a batch.
public struct ImportQuotesResponse: Sendable, Hashable {
  /// One for each quote sent, in the same order.
  public var outcomes: [ImportedQuote] = []
  /// The revision of this write; the current one where nothing was written.
  public var revision: UInt64 = 0

  /// Creates an empty response.
  public init() {}
}

/// What became of one quote of a batch.
public struct ImportedQuote: Sendable, Hashable {
  /// What became of it.
  public var outcome = ImportOutcome.unspecified
  /// The quote's id, also where it was there already; empty where it was rejected.
  public var id = ""
  /// What is wrong or worth a look, in words.
  public var problem = ""

  /// Creates an empty value.
  public init() {}
}

/// What became of one quote of a batch, in a word.
public struct ImportOutcome: RawRepresentable, Hashable, Sendable {
  /// The number on the wire.
  public let rawValue: Int32
  /// Creates a value from its number; unknown numbers are kept.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// Nothing was said about it.
  public static let unspecified = Self(rawValue: 0)
  /// It is new and was added.
  public static let added = Self(rawValue: 1)
  /// It was there already.
  public static let present = Self(rawValue: 2)
  /// It breaks a limit.
  public static let rejected = Self(rawValue: 3)
  /// It was deleted before and stays so.
  public static let deletedBefore = Self(rawValue: 4)
  /// It was added, and resembles another so much that it is worth a look.
  public static let nearDuplicate = Self(rawValue: 5)
}
