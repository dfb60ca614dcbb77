// SPDX-License-Identifier: Apache-2.0

internal import CUTF8Proc

/// Cuts a text into the words that a search finds it by.
///
/// A word is a run of letters, digits and their marks, folded by `Folding.forSearch`; an emoji is a
/// word by itself; all else only parts words. Scripts that put no spaces between words (Chinese,
/// Japanese, Thai and their like), and Korean, whose words grow endings, are cut into overlapping
/// pairs of characters instead: 道可道 becomes 道可, 可道 and 道, so that any part of a sentence is
/// found as pairs that follow each other, and a single character by what begins with it.
package enum SearchWords {
  /// Names the rules by which words are made: what other rules made has to be made anew.
  package static let rules = "1, Unicode \(unsafe String(cString: utf8proc_unicode_version()))"

  /// Words that are written together.
  package struct Group: Hashable, Sendable {
    /// The words: of `well-being` two, of 道可道 three, and usually one.
    package internal(set) var words: [String]
    /// The same as one word (`wellbeing`), where hyphens or apostrophes join them.
    package internal(set) var compound: String?
    /// Whether it is of a script that is cut into pairs.
    package internal(set) var isUnspaced: Bool
  }

  /// The groups of words of a text, in order.
  package static func groups(of text: String) -> [Group] {
    var cutter = Cutter()
    for scalar in Folding.forSearch(text).unicodeScalars { cutter.take(scalar) }
    return cutter.finish()
  }
}

/// What a character is to the words of a text.
private enum WordPart {
  /// It belongs to a word.
  case letter
  /// It belongs to a word, in a script without spaces between them.
  case unspaced
  /// It is a word.
  case symbol
  /// It joins two words that touch it on both sides.
  case joiner
  /// It is between words.
  case gap

  init(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x30...0x39, 0x61...0x7A: self = .letter
    case 0x27, 0x2D, 0xB7, 0x2BC, 0x2010, 0x2011, 0x2019: self = .joiner  // ' - · ʼ ‐ ‑ ’
    case ..<0x80: self = .gap
    default: self = Self.beyondASCII(scalar)
    }
  }

  private static func beyondASCII(_ scalar: Unicode.Scalar) -> WordPart {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      isUnspaced(scalar.value) ? .unspaced : .letter
    case .otherSymbol: .symbol
    default: .gap
    }
  }

  private static func isUnspaced(_ value: UInt32) -> Bool {
    switch value {
    case 0x0E00...0x0EFF: true  // Thai, Lao
    case 0x1000...0x109F, 0xA9E0...0xA9FF, 0xAA60...0xAA7F: true  // Myanmar
    case 0x1780...0x17FF, 0x19E0...0x19FF: true  // Khmer
    case 0x1950...0x19DF: true  // Tai Le, New Tai Lue
    case 0x1A20...0x1AAF: true  // Tai Tham
    case 0x2E80...0x2FDF, 0x3005...0x3007, 0x3021...0x3029, 0x3031...0x303C: true  // Han
    case 0x3040...0x30FF, 0x31F0...0x31FF, 0x1AFF0...0x1B16F: true  // Kana
    case 0x3100...0x312F, 0x31A0...0x31BF: true  // Bopomofo
    case 0x3130...0x318F, 0xAC00...0xD7FF, 0x1100...0x11FF, 0xA960...0xA97F: true  // Hangul
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true  // Han
    default: false
    }
  }
}

/// Collects the groups of a folded text, character by character.
private struct Cutter {
  private var groups: [SearchWords.Group] = []
  /// The words of the present group that are done.
  private var words: [String] = []
  private var word = String.UnicodeScalarView()
  private var run: [Unicode.Scalar] = []

  mutating func take(_ scalar: Unicode.Scalar) {
    switch WordPart(scalar) {
    case .letter:
      endRun()
      word.append(scalar)
    case .unspaced:
      endGroup()
      run.append(scalar)
    case .symbol:
      endRun()
      endGroup()
      groups.append(.init(words: [String(scalar)], compound: nil, isUnspaced: false))
    case .joiner where !word.isEmpty:
      words.append(String(word))
      word = .init()
    case .joiner, .gap:
      endRun()
      endGroup()
    }
  }

  mutating func finish() -> [SearchWords.Group] {
    endRun()
    endGroup()
    return groups
  }

  private mutating func endGroup() {
    if !word.isEmpty { words.append(String(word)) }
    word = .init()
    guard !words.isEmpty else { return }
    groups.append(
      .init(
        words: words, compound: words.count > 1 ? words.joined() : nil, isUnspaced: false))
    words = []
  }

  private mutating func endRun() {
    guard !run.isEmpty else { return }
    let pairs = run.indices.map { String(String.UnicodeScalarView(run[$0...].prefix(2))) }
    groups.append(.init(words: pairs, compound: nil, isUnspaced: true))
    run = []
  }
}
