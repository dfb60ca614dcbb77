// SPDX-License-Identifier: Apache-2.0

internal import QuoteText
internal import Testing

@Suite("Normalization")
struct NFCTests {
  @Test(
    "composes",
    arguments: [
      ("e\u{301}", "\u{E9}"),
      ("\u{1112}\u{1161}\u{11AB}", "\u{D55C}"),  // Hangul
      ("\u{212B}", "\u{C5}"),  // ANGSTROM SIGN
      ("q\u{307}\u{323}", "q\u{323}\u{307}"),  // Marks in canonical order
      ("a\u{301}\u{302}", "\u{E1}\u{302}"),  // Marks of one class keep their order
      ("\u{304B}\u{3099}", "\u{304C}"),  // Kana
      ("\u{958}", "\u{915}\u{93C}"),  // A composition that is excluded
      ("\u{F900}", "\u{8C48}"),  // A compatibility ideograph
    ])
  func composes(text: String, expected: String) {
    #expect(Array(NFC.normalize(text).utf8) == Array(expected.utf8))
  }

  @Test(
    "leaves alone what is composed",
    arguments: ["", "plain", "\u{E9}", "ﬁ ① ｱ", "𠮷", "👨‍👩‍👧", "שָׁלוֹם", "a\0b", "\u{E000}"])
  func keeps(text: String) {
    let once = NFC.normalize(text)
    #expect(Array(NFC.normalize(once).utf8) == Array(once.utf8))
  }

  @Test(
    "agrees with the standard library for every scalar between a letter and a mark",
    arguments: [
      0xA0...0x33FF, 0xA000...0xABFF, 0xF900...0xFFFD, 0x10000...0x1FFFF, 0x2F800...0x2FA1D,
    ])
  func everyScalar(range: ClosedRange<UInt32>) {
    var wrong: [UInt32] = []
    for scalar in range.compactMap(Unicode.Scalar.init) {
      // The standard library knows newer characters than utf8proc may.
      guard let age = scalar.properties.age, age.major <= 14 else { continue }
      let text = "a\(scalar)\u{323}"
      let normalized = NFC.normalize(text)
      var span = normalized.utf8Span
      // Strings are equal when they are canonically equivalent.
      if normalized != text || !span.checkForNFC(quickCheck: false) { wrong.append(scalar.value) }
    }
    #expect(wrong.isEmpty)
  }

  @Test("sorts a hundred thousand marks of alternating classes")
  func hostileMarks() {
    let text = "a" + String(repeating: "\u{301}\u{323}", count: 50_000)
    let scalars = Array(NFC.normalize(text).unicodeScalars)
    #expect(scalars.count == 100_000)
    #expect(scalars[0] == "\u{1EA1}")
    #expect(scalars[1..<50_000].allSatisfy { $0 == "\u{323}" })
    #expect(scalars[50_000...].allSatisfy { $0 == "\u{301}" })
  }
}
