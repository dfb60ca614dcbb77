// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import Testing

@Suite("A splitter of delimited messages")
struct DelimitedSplitterTests {
  static let messages: [[UInt8]] = [[], [1, 2, 3], [UInt8](repeating: 9, count: 200), [], [4]]
  static let framed: [UInt8] = messages.reduce(into: []) { bytes, message in
    bytes.append(varint: UInt64(message.count))
    bytes += message
  }

  @Test("gives the same messages however the bytes are cut", arguments: 0...framed.count)
  func anySplit(at cut: Int) throws {
    var splitter = DelimitedSplitter(limitBytes: 200)
    var seen: [[UInt8]] = []
    for piece in [Self.framed[..<cut], Self.framed[cut...]] {
      try splitter.split(Array(piece).span, all: { seen.append(copy($0)) })
    }
    #expect(seen == Self.messages)
    #expect(!splitter.hasRest)
  }

  @Test("gives the same messages byte by byte")
  func byteByByte() throws {
    var splitter = DelimitedSplitter(limitBytes: 200)
    var seen: [[UInt8]] = []
    for byte in Self.framed { try splitter.split([byte].span, all: { seen.append(copy($0)) }) }
    #expect(seen == Self.messages)
  }

  @Test("stops when told to, keeps what follows, and goes on in the same order")
  func stops() throws {
    var splitter = DelimitedSplitter(limitBytes: 200)
    var seen: [[UInt8]] = []
    // Two and a half times the messages, one for each time of asking.
    let bytes = Self.framed + Self.framed + Self.framed[..<100]
    for piece in [bytes[..<3], bytes[3..<90], bytes[90...]] {
      try splitter.split(Array(piece).span) { message in
        seen.append(copy(message))
        return false
      }
    }
    #expect(seen.count == 1)
    while splitter.hasRest, seen.count < 12 {
      try splitter.resume { message in
        seen.append(copy(message))
        return false
      }
    }
    #expect(seen == Self.messages + Self.messages + Self.messages[..<2])
    try splitter.resume(all: { seen.append(copy($0)) })
    try splitter.split(Array(Self.framed[100...]).span, all: { seen.append(copy($0)) })
    #expect(seen == Self.messages + Self.messages + Self.messages)
  }

  @Test("takes a message of exactly the limit, and refuses one more byte on its length")
  func limit() throws {
    var splitter = DelimitedSplitter(limitBytes: 300)
    var count = 0
    let message: [UInt8] = [0xAC, 0x02] + [UInt8](repeating: 0, count: 300)
    try splitter.split(message.span, all: { count = $0.count })
    #expect(count == 300)
    #expect(throws: DelimitedFault.messageTooLarge(bytes: 301, limit: 300)) {
      try splitter.split([0xAD, 0x02].span, all: { _ in })
    }
    #expect(!splitter.hasRest)
  }

  @Test("refuses a length that is over four gigabytes, or over five bytes")
  func lengths() {
    var splitter = DelimitedSplitter(limitBytes: 300)
    #expect(throws: DelimitedFault.messageTooLarge(bytes: Int(UInt32.max), limit: 300)) {
      try splitter.split([0xFF, 0xFF, 0xFF, 0xFF, 0x0F].span, all: { _ in })
    }
    for byte: [UInt8] in [[0x80], [0x80], [0x80], [0x80]] {
      #expect(throws: Never.self) { try splitter.split(byte.span, all: { _ in }) }
    }
    #expect(throws: DelimitedFault.lengthTooLong) { try splitter.split([0x80].span, all: { _ in }) }
  }

  private func copy(_ span: Span<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(copying: span)
    return bytes
  }
}

extension DelimitedSplitter {
  /// Takes every message.
  fileprivate mutating func split(
    _ bytes: Span<UInt8>, all deliver: (Span<UInt8>) -> Void
  ) throws(DelimitedFault) {
    try split(bytes) { message in
      deliver(message)
      return true
    }
  }

  fileprivate mutating func resume(all deliver: (Span<UInt8>) -> Void) throws(DelimitedFault) {
    try resume { message in
      deliver(message)
      return true
    }
  }
}
