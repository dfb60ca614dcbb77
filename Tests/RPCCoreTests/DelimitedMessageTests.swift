// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import Testing

@Suite("The messages of the delimited protocol")
struct DelimitedMessageTests {
  static let call: DelimitedCall = {
    var call = DelimitedCall(id: 300, method: "/q.S/M", message: [0, 0xFF])
    call.timeoutMilliseconds = 1_500
    call.metadata.append("authorization", Array("x".utf8))
    call.metadata.append("a-bin", [0, 1])
    call.metadata.append("authorization", [])
    call.maxReplyBytes = .max
    call.isCancel = true
    return call
  }()
  static let callBytes: [UInt8] =
    [0x08, 0xAC, 0x02, 0x12, 6] + Array("/q.S/M".utf8) + [0x1A, 2, 0, 0xFF, 0x20, 0xDC, 0x0B]
    + [0x2A, 18, 0x0A, 13] + Array("authorization".utf8) + [0x12, 1, 0x78]
    + [0x2A, 11, 0x0A, 5] + Array("a-bin".utf8) + [0x12, 2, 0, 1]
    + [0x2A, 15, 0x0A, 13] + Array("authorization".utf8)
    + [0x30, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 0x38, 1]

  static let reply: DelimitedReply = {
    var reply = DelimitedReply(id: 1)
    reply.message = [7]
    reply.isLast = true
    reply.status = DelimitedStatus(code: -1, message: "é", details: [9])
    var limits = DelimitedLimits()
    limits.maxCallBytes = 1
    limits.maxReplyBytes = 2
    limits.maxCallsInFlight = 3
    limits.idleTimeoutMilliseconds = 4
    reply.limits = limits
    reply.isGoingAway = true
    return reply
  }()
  static let replyBytes: [UInt8] =
    [0x08, 1, 0x12, 1, 7, 0x18, 1]
    + [0x22, 18, 0x08] + [UInt8](repeating: 0xFF, count: 9) + [0x01, 0x12, 2, 0xC3, 0xA9]
    + [0x1A, 1, 9]
    + [0x2A, 8, 0x08, 1, 0x10, 2, 0x18, 3, 0x20, 4, 0x30, 1]

  @Test("are written field by field in the order of the numbers")
  func written() {
    #expect(Self.call.wire == Self.callBytes)
    #expect(Self.reply.wire == Self.replyBytes)
  }

  @Test("are read back as they were")
  func read() throws {
    #expect(try DelimitedCall(wire: Self.callBytes.span) == Self.call)
    #expect(try DelimitedReply(wire: Self.replyBytes.span) == Self.reply)
  }

  @Test("are empty when every field holds its default")
  func defaults() throws {
    let nothing: [UInt8] = []
    #expect(DelimitedCall(id: 0).wire == nothing)
    #expect(DelimitedReply(id: 0).wire == nothing)
    #expect(try DelimitedCall(wire: nothing.span) == DelimitedCall(id: 0))
    var reply = DelimitedReply(id: 0)
    reply.status = DelimitedStatus(code: 0, message: "", details: [])
    #expect(reply.wire == [0x22, 0])
    #expect(try DelimitedReply(wire: [0x22, 0].span) == reply)
  }

  @Test(
    "pass over fields that they don't know",
    arguments: [
      [0x78, 0x80, 0x01],  // 15, a varint
      [0x79, 1, 2, 3, 4, 5, 6, 7, 8],  // 15, eight bytes
      [0x7A, 2, 0xFF, 0xFF],  // 15, two bytes of whatever
      [0x7D, 1, 2, 3, 4],  // 15, four bytes
      [0xFA, 0xFF, 0xFF, 0xFF, 0x0F, 0],  // the highest number there is
    ] as [[UInt8]])
  func unknown(field: [UInt8]) throws {
    let call = field + Self.callBytes + field
    #expect(try DelimitedCall(wire: call.span) == Self.call)
    let reply = field + Self.replyBytes + field
    #expect(try DelimitedReply(wire: reply.span) == Self.reply)
  }

  @Test("take the last of a field that comes twice, and merge messages")
  func twice() throws {
    let call: [UInt8] = [0x08, 1, 0x08, 2, 0x12, 1, 0x61, 0x12, 1, 0x62]
    #expect(try DelimitedCall(wire: call.span) == DelimitedCall(id: 2, method: "b"))
    let reply: [UInt8] = [0x22, 2, 0x08, 5, 0x22, 3, 0x12, 1, 0x61]
    let status = try DelimitedReply(wire: reply.span).status
    #expect(status == DelimitedStatus(code: 5, message: "a", details: []))
  }

  @Test(
    "refuse what is no such message",
    arguments: [
      [0x08],  // nothing behind the tag
      [0x08, 0x80],  // a varint without its end
      [0x08] + [UInt8](repeating: 0x80, count: 10) + [0],  // a varint of eleven bytes
      [0x12, 2, 0x61],  // shorter than its length
      [0x12, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01],  // a length of 2^64 - 1
      [0x0A, 0],  // a number that is bytes
      [0x10, 0],  // text or bytes that are a number
      [0x02, 0],  // the field number 0
      [0x0B], [0x0C], [0x0E], [0x0F],  // groups, and types that don't exist
      [0x7D, 1, 2, 3],  // three of four bytes
      [0x80, 0x80, 0x80, 0x80, 0x80, 0x01],  // a tag above 32 bits
    ] as [[UInt8]])
  func malformed(bytes: [UInt8]) {
    #expect(throws: WireError.malformed(message: "quotes.wire.v1.Call")) {
      try DelimitedCall(wire: bytes.span)
    }
    #expect(throws: WireError.malformed(message: "quotes.wire.v1.Reply")) {
      try DelimitedReply(wire: bytes.span)
    }
  }

  @Test("refuse text that is not UTF-8, and keep NUL")
  func text() throws {
    let method: [UInt8] = [0x12, 2, 0xC3, 0x28]
    #expect(throws: WireError.invalidText(field: "method")) {
      try DelimitedCall(wire: method.span)
    }
    let header: [UInt8] = [0x2A, 3, 0x0A, 1, 0xFF]
    #expect(throws: WireError.invalidText(field: "name")) { try DelimitedCall(wire: header.span) }
    let surrogate: [UInt8] = [0x22, 5, 0x12, 3, 0xED, 0xA0, 0x80]
    #expect(throws: WireError.invalidText(field: "message")) {
      try DelimitedReply(wire: surrogate.span)
    }
    let nul: [UInt8] = [0x12, 3, 0x61, 0, 0x62]
    #expect(try DelimitedCall(wire: nul.span).method == "a\0b")
  }

  @Test("leave nothing of one call in the next that is read into the same place")
  func reuse() throws {
    var fields = DelimitedCallFields()
    try fields.read(Self.callBytes.span)
    #expect(fields.metadata.fields.count == 3)
    let next: [UInt8] = [0x08, 9]
    try fields.read(next.span)
    #expect(fields.id == 9)
    #expect(fields.method.isEmpty && fields.message.isEmpty && fields.metadata.isEmpty)
    #expect(fields.timeoutMilliseconds == 0 && fields.maxReplyBytes == 0 && !fields.isCancel)
  }

  @Test(
    "stand around a response as if they had been encoded whole",
    arguments: [0, 1, 60, 121, 122, 127, 128, 174, 16_370, 16_383, 16_384, 2_100_000],
    [1, 128, UInt32.max])
  func readyReply(count: Int, id: UInt32) {
    let response = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    var reply = DelimitedReply(id: id)
    reply.message = response
    reply.isLast = true
    var expected: [UInt8] = [0xEE]
    expected.append(delimited: reply)

    var output: [UInt8] = [0xEE]
    let open = output.beginReply(id: id)
    output.append(contentsOf: response)
    output.endReply(open)
    #expect(output == expected)

    let abandoned = output.beginReply(id: 7)
    output.append(contentsOf: response)
    output.abandonReply(abandoned)
    #expect(output == expected)
  }
}
