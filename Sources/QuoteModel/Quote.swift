// SPDX-License-Identifier: Apache-2.0

/// A quotation and what is known of it.
public struct Quote: Sendable, Hashable {
  /// 16 characters of base32, given once, never changed.
  public var id = ""
  /// The words themselves: 1 to 5,000 graphemes and at most 20,000 bytes, in NFC.
  public var text = ""
  /// Who said or wrote it; empty = unknown.
  public var creator = ""
  /// The work it comes from, and the place in it.
  public var source = ""
  /// The year of the work; negative = BCE, 0 = unknown.
  public var year: Int32 = 0
  /// The language of the text as a BCP 47 tag.
  public var language = ""
  /// Subjects, in lowercase.
  public var tags: [String] = []
  /// Where the work can be read.
  public var sourceURL = ""
  /// How sure it is that the creator said it.
  public var attribution = Attribution.unspecified
  /// Whom it suits.
  public var rating = Rating.unspecified
  /// The id of the original of which this is a translation.
  public var translationOf = ""
  /// When it came into the catalogue.
  public var createTime: Timestamp?
  /// When it was last changed.
  public var updateTime: Timestamp?
  /// The revision that last touched it.
  public var etag = ""
  /// When it was deleted: only in an export that includes deleted quotes.
  public var deleteTime: Timestamp?

  /// Creates an empty quote.
  public init() {}
}

/// How sure it is that the creator said it.
public struct Attribution: RawRepresentable, Hashable, Sendable {
  /// The number on the wire.
  public let rawValue: Int32
  /// Creates a value from its number; unknown numbers are kept.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// Nothing was said about it.
  public static let unspecified = Self(rawValue: 0)
  /// Found literally in the work.
  public static let verified = Self(rawValue: 1)
  /// Given by a source that was not checked.
  public static let attributed = Self(rawValue: 2)
  /// In doubt.
  public static let disputed = Self(rawValue: 3)
  /// Known to be someone else's.
  public static let misattributed = Self(rawValue: 4)
}

/// Whom a quote suits.
public struct Rating: RawRepresentable, Hashable, Sendable {
  /// The number on the wire.
  public let rawValue: Int32
  /// Creates a value from its number; unknown numbers are kept.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// As `general`.
  public static let unspecified = Self(rawValue: 0)
  /// Everyone.
  public static let general = Self(rawValue: 1)
  /// Only those who ask for it.
  public static let mature = Self(rawValue: 2)
}

/// A moment in UTC, counted from 1970-01-01T00:00:00Z without leap seconds.
public struct Timestamp: Sendable, Hashable, Comparable {
  /// Whole seconds; negative before 1970.
  public var seconds: Int64
  /// 0 to 999,999,999, always forward in time.
  public var nanoseconds: Int32

  /// Creates a moment.
  public init(seconds: Int64, nanoseconds: Int32 = 0) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// Whether the left moment comes first.
  public static func < (left: Self, right: Self) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }
}
