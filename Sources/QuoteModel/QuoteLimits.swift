// SPDX-License-Identifier: Apache-2.0

/// What a quote, and a message made of it, may hold at most: the one list that all rooms go by.
package enum QuoteLimits {
  /// The text, in graphemes.
  package static let textGraphemes = 5_000
  /// The text, in bytes of UTF-8: one grapheme can be of any length.
  package static let textBytes = 20_000
  /// The creator, in bytes of UTF-8.
  package static let creatorBytes = 1_000
  /// The source, in bytes of UTF-8.
  package static let sourceBytes = 2_000
  /// The URL of the source, in bytes.
  package static let sourceURLBytes = 2_000
  /// The language tag, in bytes (RFC 5646, section 4.4.1 asks for 35).
  package static let languageBytes = 64
  /// The tags of one quote.
  package static let tags = 64
  /// One tag, in bytes of UTF-8.
  package static let tagBytes = 200
  /// The note that a sender puts before a quote, in bytes of UTF-8: as long as the longest text.
  package static let noteBytes = textBytes
  /// Years, of the common era and before it.
  package static let years: ClosedRange<Int32> = -9_999...9_999
}
