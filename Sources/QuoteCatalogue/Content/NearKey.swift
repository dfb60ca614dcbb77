// SPDX-License-Identifier: Apache-2.0

internal import QuoteDigest
internal import QuoteText

/// What two texts share that people take for the same: case, accents and punctuation don't matter.
///
/// The first 64 bits of the SHA-256 of the folded text. The creator is left out, since near-duplicates
/// often differ in how they write it.
enum NearKey {
  /// The key of a text.
  static func of(text: String, by hash: inout SHA256) -> Int64 {
    let folded = Folding.forDuplicates(text)
    hash.update(folded.utf8.span)
    let digest = hash.finish()
    return Int64(bitPattern: digest[..<8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }
}
