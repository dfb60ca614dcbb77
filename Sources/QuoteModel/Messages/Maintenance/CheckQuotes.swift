// SPDX-License-Identifier: Apache-2.0

/// A flaw of a quote.
package struct Flaw: Sendable, Hashable {
  /// What kind of flaw it is.
  package var kind = FlawKind.unspecified
  /// The quote's id.
  package var quoteID = ""
  /// The other quote's id, of kinds that concern two; else empty.
  package var otherQuoteID = ""
  /// The flaw in words, with what shows it.
  package var message = ""

  /// Creates an empty value.
  package init() {}
}

/// Asks for the flaws of all quotes.
package struct CheckQuotesRequest: Sendable, Hashable {
  /// Creates the request.
  package init() {}
}

/// Some of the flaws.
package struct CheckQuotesResponse: Sendable, Hashable {
  /// In catalogue order, then those that concern two quotes; 1,000 at most.
  package var flaws: [Flaw] = []
  /// How many quotes were looked at, the same in every part.
  package var quoteCount: Int64 = 0
  /// The revision that was looked at, the same in every part.
  package var revision: UInt64 = 0

  /// Creates an empty response.
  package init() {}
}

/// What kind of flaw a quote has.
package struct FlawKind: RawRepresentable, Hashable, Sendable {
  /// The number on the wire.
  package let rawValue: Int32
  /// Creates a value from its number; unknown numbers are kept.
  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// Nothing was said.
  package static let unspecified = Self(rawValue: 0)
  /// It is nearly the same as another quote.
  package static let nearDuplicate = Self(rawValue: 1)
  /// It says nothing of where it comes from.
  package static let missingSource = Self(rawValue: 2)
  /// It holds characters that hardly belong in a quote.
  package static let oddCharacters = Self(rawValue: 3)
  /// One of its words mixes scripts, as a Cyrillic letter in a Latin word.
  package static let mixedScripts = Self(rawValue: 4)
  /// The same text is there under another creator.
  package static let otherCreator = Self(rawValue: 5)
  /// Its creator's name is written otherwise elsewhere.
  package static let creatorSpelling = Self(rawValue: 6)
  /// It says nothing of who said or wrote it.
  package static let missingCreator = Self(rawValue: 7)
  /// Its language isn't written in its script.
  package static let languageContradictsScript = Self(rawValue: 8)
}
