// SPDX-License-Identifier: Apache-2.0

/// Counts what people call characters (UAX #29).
package enum Graphemes {
  /// The number of graphemes, the same as `text.count`, which is many times slower.
  package static func count(_ text: String) -> Int {
    var count = 0
    for scalar in text.unicodeScalars {
      guard standsAlone(scalar.value) else { return text.count }
      count += 1
    }
    return count
  }

  /// Whether a scalar is a grapheme by itself beside any other that is: no mark, joiner, carriage
  /// return, flag letter or conjoining jamo. Those of most texts are here; the list may be shorter
  /// than the truth.
  static func standsAlone(_ value: UInt32) -> Bool {
    switch value {
    case 0x20...0x7E, 0x0A: true
    case 0xA0...0xAC, 0xAE...0x2FF: true  // Latin; U+00AD is a format character.
    case 0x370...0x482, 0x48A...0x52F, 0x5D0...0x5EA: true  // Greek, Cyrillic, Hebrew
    case 0x2010...0x2027, 0x2030...0x205E: true  // Punctuation
    case 0x2066...0x2069: true  // Isolates: control characters stand alone.
    case 0x3000...0x3029, 0x3041...0x3096, 0x30A1...0x30FF, 0x4E00...0x9FFF, 0xAC00...0xD7A3: true
    default: false
    }
  }
}
