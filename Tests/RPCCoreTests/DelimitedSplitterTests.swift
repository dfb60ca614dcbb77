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
    let pieces = [Array(Self.framed[..<cut]), Array(Self.framed[cut...])]
    let seen = try pieces.flatMap { try splitter.all($0) }
    #expect(seen == Self.messages)
    #expect(!splitter.isWithinMessage)
  }

  @Test("gives the same messages byte by byte")
  func byteByByte() throws {
    var splitter = DelimitedSplitter(limitBytes: 200)
    #expect(try Self.framed.flatMap { try splitter.all([$0]) } == Self.messages)
  }

  @Test("takes no more than the message that it gives")
  func oneAtATime() throws {
    var splitter = DelimitedSplitter(limitBytes: 200)
    #expect(try splitter.all([3, 7]).isEmpty)
    #expect(splitter.isWithinMessage)
    let piece: [UInt8] = [8, 9, 1, 5, 0]
    var offset = 0
    #expect(try splitter.next(piece.span, from: &offset) == .held(1..<4))
    #expect(splitter.takeHeld() == [3, 7, 8, 9])
    #expect(offset == 2)
    #expect(try splitter.next(piece.span, from: &offset) == .inPiece(3..<4))
    #expect(offset == 4)
    #expect(try splitter.next(piece.span, from: &offset) == .inPiece(5..<5))
    #expect(try splitter.next(piece.span, from: &offset) == nil)
  }

  @Test("takes a message of exactly the limit, and refuses one more byte on its length")
  func limit() throws {
    var splitter = DelimitedSplitter(limitBytes: 300)
    let message = [UInt8](repeating: 0, count: 300)
    #expect(try splitter.all([0xAC, 0x02] + message) == [message])
    #expect(throws: DelimitedFault.messageTooLarge(bytes: 301, limit: 300)) {
      try splitter.all([0xAD, 0x02])
    }
    #expect(!splitter.isWithinMessage)
  }

  @Test("refuses a length that is over four gigabytes, or over five bytes")
  func lengths() throws {
    var splitter = DelimitedSplitter(limitBytes: 300)
    #expect(throws: DelimitedFault.messageTooLarge(bytes: Int(UInt32.max), limit: 300)) {
      try splitter.all([0xFF, 0xFF, 0xFF, 0xFF, 0x0F])
    }
    for _ in 0..<4 { #expect(try splitter.all([0x80]).isEmpty) }
    #expect(throws: DelimitedFault.lengthTooLong) { try splitter.all([0x80]) }
  }
}

extension DelimitedSplitter {
  /// Every message that the bytes complete.
  fileprivate mutating func all(_ bytes: [UInt8]) throws(DelimitedFault) -> [[UInt8]] {
    var offset = 0
    var messages: [[UInt8]] = []
    while let place = try next(bytes.span, from: &offset) {
      switch place {
      case .inPiece(let range): messages.append(Array(bytes[range]))
      case .held(let range): messages.append(Array(takeHeld()[range]))
      }
    }
    return messages
  }
}
