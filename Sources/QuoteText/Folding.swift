// SPDX-License-Identifier: Apache-2.0

internal import CUTF8Proc

/// Makes texts comparable that people take for the same.
package enum Folding {
  /// Folds case, accents and width away, for searching.
  ///
  /// `CAFÉ` and `ｃａｆｅ` become `cafe`, `Straße` becomes `strasse`; vowel points of Hebrew and
  /// Arabic go, the vowel signs of Indic scripts and the voicing marks of kana stay, as they tell
  /// words apart. Punctuation and digits stay; a run of white space becomes one space.
  package static func forSearch(_ text: String) -> String {
    if let folded = foldASCII(text) { return folded }
    var output = String.UnicodeScalarView()
    var spaceIsDue = false
    for scalar in unmarked(text).unicodeScalars {
      if scalar.properties.isWhitespace {
        spaceIsDue = !output.isEmpty
      } else {
        if spaceIsDue { output.append(" ") }
        spaceIsDue = false
        output.append(scalar)
      }
    }
    return String(output)
  }

  /// Folds as for a search and keeps letters, digits and symbols only, for finding near-duplicates.
  ///
  /// `…happy too.` and `…happy, too!` have the same key. A text that has nothing but punctuation is
  /// its own key, so that `?` and `…` are two texts.
  package static func forDuplicates(_ text: String) -> String {
    let folded = forSearch(text)
    var output = String.UnicodeScalarView()
    for scalar in folded.unicodeScalars where isKept(scalar) { output.append(scalar) }
    return output.isEmpty ? folded : String(output)
  }

  /// The whole work for ASCII, where only case and white space fold; nil for other text.
  private static func foldASCII(_ text: String) -> String? {
    var output: [UInt8] = []
    output.reserveCapacity(text.utf8.count)
    var spaceIsDue = false
    for byte in text.utf8 {
      switch byte {
      case 0x80...: return nil
      case 0x09...0x0D, 0x20: spaceIsDue = !output.isEmpty
      default:
        if spaceIsDue { output.append(0x20) }
        spaceIsDue = false
        output.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func unmarked(_ text: String) -> String {
    let options = utf8proc_option_t(
      UTF8PROC_STABLE.rawValue | UTF8PROC_COMPAT.rawValue | UTF8PROC_CASEFOLD.rawValue
        | UTF8PROC_IGNORE.rawValue)
    var scalars: [Int32] = []
    scalars.reserveCapacity(text.utf8.count)
    var decomposed: [Int32] = []
    for scalar in text.unicodeScalars {
      decomposed.removeAll(keepingCapacity: true)
      Decomposition.append(scalar, options: options, to: &decomposed)
      for value in decomposed {
        if let letters = lettersWithoutDecomposition[value] {
          scalars += letters
        } else if !isAccent(value) || isShortI(scalars.last, value) {
          scalars.append(value)
        }
      }
    }
    return Decomposition.compose(&scalars)
  }

  /// Whether a mark is one that people leave out; a list of blocks, since the category (Mn) takes
  /// in the vowels of Devanagari and Thai and the voicing of kana.
  private static func isAccent(_ value: Int32) -> Bool {
    switch value {
    case 0x0300...0x036F, 0x0483...0x0489, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF,
      0xFE20...0xFE2F:
      true
    case 0x0591...0x05BD, 0x05BF, 0x05C1...0x05C2, 0x05C4...0x05C5, 0x05C7:  // Hebrew points
      true
    case 0x0610...0x061A, 0x0640, 0x064B...0x065F, 0x0670, 0x06D6...0x06DC, 0x06DF...0x06E8,
      0x06EA...0x06ED:  // Arabic points, and the stroke that only stretches a word
      true
    default: false
    }
  }

  /// Whether the two make й, which is a letter and not an accented и.
  private static func isShortI(_ base: Int32?, _ mark: Int32) -> Bool {
    base == 0x0438 && mark == 0x0306
  }

  private static func isKept(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation, .spaceSeparator, .lineSeparator,
      .paragraphSeparator, .control, .format:
      false
    default:
      scalar != "`" && scalar != "\u{B4}"  // Symbols by category, quotation marks by use.
    }
  }

  /// Letters that people type without their stroke but Unicode doesn't decompose; lowercase, as
  /// case is folded before.
  private static let lettersWithoutDecomposition: [Int32: [Int32]] = [
    0xE6: [0x61, 0x65],  // æ
    0xF0: [0x64],  // ð
    0xF8: [0x6F],  // ø
    0xFE: [0x74, 0x68],  // þ
    0x111: [0x64],  // đ
    0x127: [0x68],  // ħ
    0x131: [0x69],  // ı
    0x142: [0x6C],  // ł
    0x153: [0x6F, 0x65],  // œ
  ]
}
