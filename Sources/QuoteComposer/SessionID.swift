// SPDX-License-Identifier: Apache-2.0

/// The name of a conversation's bubble, by which a later message replaces an earlier one.
enum SessionID {
  /// The longest that a caller may give, in bytes of UTF-8.
  static let bytes = 256

  /// The caller's own, or a new one where it is empty.
  static func echoOrMake(_ given: String) throws(ComposerError) -> String {
    if given.isEmpty { return make() }
    let isVisible = given.unicodeScalars.allSatisfy { scalar in
      scalar.properties.generalCategory != .control
    }
    guard given.utf8.count <= bytes, isVisible else { throw .badSession }
    return given
  }

  /// A random UUID of version 4 (RFC 9562), in lowercase.
  private static func make() -> String {
    var random = SystemRandomNumberGenerator()
    let high = random.next() & ~0xF000 | 0x4000  // The version.
    let low = random.next() & ~(0b11 << 62) | (0b10 << 62)  // The variant.
    let digits = [high, low].map { half in
      let digits = String(half, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
    var output = ""
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { output.append("-") }
      output.append(digit)
    }
    return output
  }
}
