// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import Testing

@Suite("A gRPC timeout")
struct GRPCTimeoutTests {
  @Test(
    "R8: is one to eight digits and a unit",
    arguments: [
      ("1n", 1), ("1u", 1_000), ("1m", 1_000_000), ("1S", 1_000_000_000), ("1M", 60_000_000_000),
      ("1H", 3_600_000_000_000), ("99999999H", .max), ("0n", 0), ("00000001S", 1_000_000_000),
      ("1x", nil), ("-1S", nil), ("123456789S", nil), ("S", nil), ("", nil), ("1", nil),
      ("1.5S", nil), (" 1S", nil), ("1s", nil), ("1SS", nil),
    ] as [(String, UInt64?)])
  func reading(value: String, nanoseconds: UInt64?) {
    let bytes = Array(value.utf8)
    #expect(GRPCTimeout.nanoseconds(bytes.span) == nanoseconds)
  }

  @Test(
    "R8: is written in the finest unit that fits, rounded up and never 0",
    arguments: [
      (0, "1n"), (1, "1n"), (99_999_999, "99999999n"), (100_000_000, "100000u"),
      (100_000_001, "100001u"), (5_000_000_000, "5000000u"), (99_999_999_001, "100000m"),
      (3_600_000_000_000_000, "3600000S"), (.max, "5124096H"),
    ] as [(UInt64, String)])
  func writing(nanoseconds: UInt64, value: String) {
    #expect(String(decoding: GRPCTimeout.value(nanoseconds: nanoseconds), as: UTF8.self) == value)
  }
}

@Suite("Base64")
struct Base64Tests {
  @Test("R10: is written without padding and read with and without")
  func bothWays() {
    for count in 0...64 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
      var text: [UInt8] = []
      Base64.encode(bytes.span, into: &text)
      #expect(!text.contains(UInt8(ascii: "=")))
      #expect(Base64.decode(text.span) == bytes)
      while text.count % 4 != 0 { text.append(UInt8(ascii: "=")) }
      #expect(Base64.decode(text.span) == bytes)
    }
  }

  @Test(
    "is what others write",
    arguments: [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("\u{FB}\u{FF}", "w7vDvw")])
  func known(text: String, encoded: String) {
    var output: [UInt8] = []
    Base64.encode(Array(text.utf8).span, into: &output)
    #expect(String(decoding: output, as: UTF8.self) == encoded)
  }

  @Test(
    "refuses what it never writes", arguments: ["A", "AAAAA", "A=", "AA=A", "A-_A", "====", "AA A"])
  func wrong(text: String) {
    #expect(Base64.decode(Array(text.utf8).span) == nil)
  }
}

@Suite("Percent-coding")
struct PercentCodingTests {
  @Test("R23: encodes each byte that is not 0x20 to 0x24 or 0x26 to 0x7E")
  func eachByte() {
    for byte in 0...0x7F as ClosedRange<UInt8> {
      let text = String(decoding: [byte], as: UTF8.self)
      var output: [UInt8] = []
      PercentCoding.encode(text, into: &output)
      let isKept = 0x20...0x24 ~= byte || 0x26...0x7E ~= byte
      let hexadecimal = String(byte, radix: 16, uppercase: true)
      let encoded = (byte < 16 ? "%0" : "%") + hexadecimal
      #expect(String(decoding: output, as: UTF8.self) == (isKept ? text : encoded))
    }
  }

  @Test(
    "R23: encodes all but printable ASCII, and the percent sign",
    arguments: [
      ("plain text!", "plain text!"), ("100%", "100%25"), ("a\nb", "a%0Ab"), ("é", "%C3%A9"),
      ("~\u{7F}", "~%7F"), ("", ""),
    ])
  func bothWays(text: String, encoded: String) {
    var output: [UInt8] = []
    PercentCoding.encode(text, into: &output)
    #expect(String(decoding: output, as: UTF8.self) == encoded)
    #expect(PercentCoding.decode(output.span) == text)
  }

  @Test(
    "R23: decoding never fails",
    arguments: [
      ("%", "%"), ("%4", "%4"), ("%zz", "%zz"), ("%41%", "A%"), ("%ff", "\u{FFFD}"),
      ("%c3%a9", "é"),
    ])
  func decoding(encoded: String, text: String) {
    #expect(PercentCoding.decode(Array(encoded.utf8).span) == text)
  }
}
