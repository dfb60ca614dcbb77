// SPDX-License-Identifier: Apache-2.0

internal import CUTF8Proc

/// Brings text into Unicode's Normalization Form C (UAX #15).
package enum NFC {
  /// Returns the text in NFC; text that is in NFC already comes back as it is, without a copy.
  ///
  /// Takes time in proportion to the text, also where an adversary piles up combining marks.
  package static func normalize(_ text: String) -> String {
    var bytes = text.utf8Span
    if bytes.isKnownASCII || bytes.checkForNFC(quickCheck: true) { return text }
    var scalars: [Int32] = []
    scalars.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      Decomposition.append(scalar, options: UTF8PROC_STABLE, to: &scalars)
    }
    return Decomposition.compose(&scalars)
  }
}

/// The two steps that every normalisation is made of.
///
/// The one-call functions of utf8proc sort combining marks by exchanging neighbours, which takes
/// the square of their number: half a million marks would hold a core for minutes. So scalars are
/// decomposed one by one, and the marks sorted here.
enum Decomposition {
  /// Appends the decomposition of one scalar, not yet in canonical order.
  static func append(
    _ scalar: Unicode.Scalar, options: utf8proc_option_t, to scalars: inout [Int32]
  ) {
    let decompose = utf8proc_option_t(options.rawValue | UTF8PROC_DECOMPOSE.rawValue)
    // The longest decomposition of one scalar, U+FDFA's, has 18.
    unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: 32) { room in
      var boundClass: Int32 = 0
      let count = unsafe utf8proc_decompose_char(
        Int32(bitPattern: scalar.value), room.baseAddress, room.count, decompose, &boundClass)
      precondition((0...room.count).contains(count), "utf8proc refused U+\(scalar.hexadecimal).")
      for index in 0..<count { scalars.append(unsafe room[index]) }
    }
  }

  /// Puts decomposed scalars in canonical order, composes them, and returns their text.
  static func compose(_ scalars: inout [Int32]) -> String {
    sortMarks(&scalars)
    let count = unsafe scalars.withUnsafeMutableBufferPointer { room in
      unsafe utf8proc_normalize_utf32(
        room.baseAddress, room.count,
        utf8proc_option_t(UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue))
    }
    precondition(count >= 0, "utf8proc failed to compose: \(count).")
    var text = String.UnicodeScalarView()
    for value in scalars[..<count] {
      if let scalar = Unicode.Scalar(UInt32(bitPattern: value)) { text.append(scalar) }
    }
    return String(text)
  }

  /// Sorts each run of marks by combining class; marks of one class keep their order (D109).
  private static func sortMarks(_ scalars: inout [Int32]) {
    var start = 0
    while start < scalars.count {
      guard combiningClass(scalars[start]) != 0 else {
        start += 1
        continue
      }
      var end = start + 1
      while end < scalars.count, combiningClass(scalars[end]) != 0 { end += 1 }
      if end - start > 1 {
        // The offset as the second key makes the order stable by itself.
        let sorted = scalars[start..<end].enumerated().sorted { left, right in
          (combiningClass(left.element), left.offset)
            < (combiningClass(right.element), right.offset)
        }
        scalars.replaceSubrange(start..<end, with: sorted.map(\.element))
      }
      start = end
    }
  }

  private static func combiningClass(_ value: Int32) -> Int16 {
    value < 0x300 ? 0 : unsafe utf8proc_get_property(value).pointee.combining_class
  }
}
