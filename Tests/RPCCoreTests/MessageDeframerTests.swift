// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import Testing

@Suite("A stream of prefixed messages")
struct MessageDeframerTests {
  private static let messages: [[UInt8]] = [[1, 2, 3], [], [UInt8](repeating: 9, count: 300)]
  private static var framed: [UInt8] {
    var bytes: [UInt8] = []
    for message in messages {
      let start = bytes.beginMessage()
      bytes += message
      bytes.endMessage(at: start)
    }
    return bytes
  }

  private func read(
    _ bytes: [UInt8], with deframer: inout MessageDeframer
  ) throws(FramingError) -> [[UInt8]] {
    var found: [[UInt8]] = []
    var offset = 0
    while try deframer.next(bytes.span, from: &offset) { found.append(deframer.message) }
    return found
  }

  @Test("R13: gives the same messages however the bytes are cut")
  func cuts() throws {
    let bytes = Self.framed
    for cut in 0...bytes.count {
      var deframer = MessageDeframer(limitBytes: 300)
      let found =
        try read(Array(bytes[..<cut]), with: &deframer)
        + read(Array(bytes[cut...]), with: &deframer)
      #expect(found == Self.messages)
      #expect(deframer.isBetweenMessages)
    }
  }

  @Test("R13: gives them byte by byte, and knows when it is inside one")
  func byteByByte() throws {
    var deframer = MessageDeframer(limitBytes: 300)
    var found: [[UInt8]] = []
    for (index, byte) in Self.framed.enumerated() {
      found += try read([byte], with: &deframer)
      let isBetween = [8, 13, 318].contains(index + 1)
      #expect(deframer.isBetweenMessages == isBetween)
    }
    #expect(found == Self.messages)
  }

  @Test("R17: refuses a message above the limit on its prefix")
  func limit() {
    var deframer = MessageDeframer(limitBytes: 300)
    #expect(throws: FramingError.messageTooLarge(bytes: 301, limit: 300)) {
      try read([0, 0, 0, 1, 45], with: &deframer)
    }
    var other = MessageDeframer(limitBytes: 300)
    #expect(throws: FramingError.messageTooLarge(bytes: 4_294_967_295, limit: 300)) {
      try read([0, 255, 255, 255, 255], with: &other)
    }
  }

  @Test("R14: refuses flags that nothing was agreed about")
  func flags() {
    var compressed = MessageDeframer(limitBytes: 300)
    #expect(throws: FramingError.compressedWithoutEncoding) {
      try read([1, 0, 0, 0, 0], with: &compressed)
    }
    var unknown = MessageDeframer(limitBytes: 300)
    #expect(throws: FramingError.unknownFlag(2)) { try read([2], with: &unknown) }
  }

  @Test("begins anew after a reset, and gives a large message's memory back")
  func reset() throws {
    var deframer = MessageDeframer(limitBytes: 1_000_000)
    #expect(try read([0, 0, 0, 0, 9, 1], with: &deframer).isEmpty)
    deframer.reset(keepingBytes: 100)
    #expect(try read(Self.framed, with: &deframer) == Self.messages)
    deframer.reset(keepingBytes: 100)
    #expect(deframer.message.capacity == 0)
  }
}

@Suite("Metadata")
struct MetadataTests {
  @Test("R11: keeps the order and every value of a name")
  func order() {
    var metadata = Metadata()
    metadata.append("a", [1])
    metadata.append("b-bin", [0, 255])
    metadata.append(name: Array("a".utf8).span, value: [2].span)
    #expect(metadata.values("a") == [[1], [2]])
    #expect(metadata.entries.map(\.name) == ["a", "b-bin", "a"])
    #expect(metadata.text("a") == "\u{1}" && metadata.text("c") == nil)
    metadata.removeAll()
    #expect(metadata.isEmpty && metadata.values("a").isEmpty)
  }
}
