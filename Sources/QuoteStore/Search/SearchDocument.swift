// SPDX-License-Identifier: Apache-2.0

/// A quote as the search index has it: words in the form in which they are looked for, parted by
/// spaces. What a word is, is not the index's business.
package struct SearchDocument: Sendable, Hashable {
  /// The quote's place in the catalogue.
  package let position: Int64
  /// The words of the text.
  package let text: String
  /// The words of the creator's name.
  package let creator: String
  /// The words of the source.
  package let source: String
  /// The words of the tags.
  package let tags: String
  /// Words of any of them that are also looked for in another form.
  package let compounds: String

  /// Declares a document; the fields hold nothing of ASCII but small letters, digits and spaces.
  package init(
    position: Int64, text: String, creator: String, source: String, tags: String,
    compounds: String
  ) {
    self.position = position
    self.text = text
    self.creator = creator
    self.source = source
    self.tags = tags
    self.compounds = compounds
  }
}

/// What a block of neighbouring positions holds in the index: enough to see whether it is the same
/// as in the catalogue.
package struct SearchBlock: Sendable, Hashable {
  /// How many documents.
  package var count: Int
  /// The sum of their checksums, whatever those are.
  package var sum: UInt64

  /// Declares what a block holds.
  package init(count: Int = 0, sum: UInt64 = 0) {
    self.count = count
    self.sum = sum
  }
}

/// A quote that a search has found.
package struct SearchMatch: Sendable, Hashable, Comparable {
  /// The quote's place in the catalogue.
  package let position: UInt32
  /// How well it matches; the lower, the better.
  package let score: Double

  /// Declares a match.
  package init(position: UInt32, score: Double) {
    self.position = position
    self.score = score
  }

  /// Whether the left match is better: by its score, or else by the place in the catalogue.
  package static func < (left: Self, right: Self) -> Bool {
    left.score == right.score ? left.position < right.position : left.score < right.score
  }
}
