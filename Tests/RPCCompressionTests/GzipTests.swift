// SPDX-License-Identifier: Apache-2.0

internal import RPCCompression
internal import Testing

@Suite("Gzip")
struct GzipTests {
  private let inflater = GzipInflater()
  private let deflater = GzipDeflater()
  /// "quote", as `gzip -n` makes it.
  private static let foreign: [UInt8] = [
    0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x2B, 0x2C, 0xCD, 0x2F, 0x49,
    0x05, 0x00, 0xF4, 0xCB, 0x71, 0x6B, 0x05, 0x00, 0x00, 0x00,
  ]

  private func deflated(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    deflater.deflate(bytes.span, into: &output)
    return output
  }

  @Test("inflates what it has deflated", arguments: [0, 1, 4_095, 4_096, 300_000, 4 << 20])
  func roundTrip(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
    for _ in 0..<2 {
      let packed = deflated(bytes)
      #expect(try inflater.inflate(packed.span, limitBytes: count) == bytes)
    }
  }

  @Test("makes text smaller")
  func smaller() {
    let line = "To be, or not to be: that is the question. "
    let text = Array(String(repeating: line, count: 99).utf8)
    #expect(deflated(text).count < text.count / 10)
  }

  @Test("takes several members, as files may have them")
  func members() throws {
    let packed = Self.foreign + Self.foreign
    #expect(try inflater.inflate(packed.span, limitBytes: 10) == Array("quotequote".utf8))
  }

  @Test("R17: takes exactly the limit, and not a byte more")
  func limit() throws {
    let packed = deflated([UInt8](repeating: 0, count: 1 << 20))
    #expect(packed.count < 8_192)
    #expect(try inflater.inflate(packed.span, limitBytes: 1 << 20).count == 1 << 20)
    #expect(throws: GzipError.tooLarge(limitBytes: (1 << 20) - 1)) {
      try inflater.inflate(packed.span, limitBytes: (1 << 20) - 1)
    }
    #expect(throws: GzipError.tooLarge(limitBytes: 4)) {
      try inflater.inflate(Self.foreign.span, limitBytes: 4)
    }
  }

  @Test("refuses what ends too early, wherever it is cut", arguments: 0..<foreign.count)
  func cut(at count: Int) {
    let cut = Array(Self.foreign[..<count])
    #expect(throws: GzipError.corrupt("it ends too early")) {
      try inflater.inflate(cut.span, limitBytes: 100)
    }
  }

  @Test("refuses a wrong byte, wherever it changes something", arguments: [0, 1, 2, 10, 18, 22])
  func wrong(at place: Int) {
    var bytes = Self.foreign
    bytes[place] ^= 0xFF
    #expect(throws: GzipError.self) { try inflater.inflate(bytes.span, limitBytes: 100) }
  }

  @Test("refuses other formats, and rubbish behind the end")
  func foreignFormats() {
    let zlib: [UInt8] = [0x78, 0x9C, 0x2B, 0x2C, 0xCD, 0x2F, 0x49, 0x05, 0x00]
    for bytes in [zlib, Array("quote".utf8), Self.foreign + [7]] {
      #expect(throws: GzipError.self) { try inflater.inflate(bytes.span, limitBytes: 100) }
    }
  }

  @Test("goes on after an error")
  func afterError() throws {
    #expect(throws: GzipError.self) { try inflater.inflate([1, 2, 3].span, limitBytes: 9) }
    #expect(try inflater.inflate(Self.foreign.span, limitBytes: 9) == Array("quote".utf8))
  }
}
