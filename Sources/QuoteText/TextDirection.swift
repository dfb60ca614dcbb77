// SPDX-License-Identifier: Apache-2.0

internal import CUTF8Proc

/// The direction in which a text is written.
package enum TextDirection: Sendable {
  /// As Latin, Han, Devanagari.
  case leftToRight
  /// As Hebrew and Arabic.
  case rightToLeft

  /// The direction of the first letter that has one (UAX #9, P2), or nil where none has.
  ///
  /// What stands between an isolate and its end is passed over.
  package static func base(of text: String) -> TextDirection? {
    var isolates = 0
    for scalar in text.unicodeScalars {
      switch bidirectionalClass(scalar) {
      case UTF8PROC_BIDI_CLASS_LRI, UTF8PROC_BIDI_CLASS_RLI, UTF8PROC_BIDI_CLASS_FSI:
        isolates += 1
      case UTF8PROC_BIDI_CLASS_PDI: isolates = max(0, isolates - 1)
      case UTF8PROC_BIDI_CLASS_L where isolates == 0: return .leftToRight
      case UTF8PROC_BIDI_CLASS_R where isolates == 0: return .rightToLeft
      case UTF8PROC_BIDI_CLASS_AL where isolates == 0: return .rightToLeft
      default: break
      }
    }
    return nil
  }

  /// Whether any letter of the text is written from right to left.
  package static func hasRightToLeft(_ text: String) -> Bool {
    // Hebrew, the first of them, starts at U+0590: a lead byte of 0xD6.
    guard text.utf8.contains(where: { $0 >= 0xD6 }) else { return false }
    return text.unicodeScalars.contains { scalar in
      let direction = bidirectionalClass(scalar)
      return direction == UTF8PROC_BIDI_CLASS_R || direction == UTF8PROC_BIDI_CLASS_AL
    }
  }

  private static func bidirectionalClass(_ scalar: Unicode.Scalar) -> utf8proc_bidi_class_t {
    let property = unsafe utf8proc_get_property(Int32(bitPattern: scalar.value)).pointee
    return utf8proc_bidi_class_t(rawValue: UInt32(property.bidi_class))
  }
}
