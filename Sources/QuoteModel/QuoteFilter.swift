// SPDX-License-Identifier: Apache-2.0

/// Which quotes are meant. Empty = all but the mature ones.
public struct QuoteFilter: Sendable, Hashable {
  /// Every one of these.
  public var tagsAll: [String] = []
  /// At least one of these.
  public var tagsAny: [String] = []
  /// By one of these.
  public var creators: [String] = []
  /// In one of these; `en` takes `en-GB` in.
  public var languages: [String] = []
  /// Graphemes of the text.
  public var minLength: Int32 = 0
  /// Graphemes of the text; 0 = no limit.
  public var maxLength: Int32 = 0
  /// Takes the mature ones in.
  public var includeMature = false

  /// Creates the empty filter.
  public init() {}
}

/// In which order a list comes.
public struct QuoteOrder: RawRepresentable, Hashable, Sendable {
  /// The number on the wire.
  public let rawValue: Int32
  /// Creates a value from its number; unknown numbers are kept.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// As `catalogue`.
  public static let unspecified = Self(rawValue: 0)
  /// As they were added.
  public static let catalogue = Self(rawValue: 1)
  /// By creator.
  public static let creator = Self(rawValue: 2)
  /// The last added first.
  public static let newest = Self(rawValue: 3)
}
