// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCTransport
internal import Testing

@Suite("A client of the delimited protocol meets a server's answer")
struct DelimitedClientRulesTests {
  struct Answer: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let code: Status.Code
    let words: String

    init(_ name: String, _ bytes: [UInt8], _ code: Status.Code, _ words: String = "") {
      testDescription = name
      self.bytes = bytes
      self.code = code
      self.words = words
    }
  }

  static let answers: [Answer] = [
    Answer("a response", reply(1) { $0.isLast = true }, .ok),
    Answer(
      "a response above the limit", reply(1, bytes: 101) { $0.isLast = true },
      .resourceExhausted, "101 bytes"),
    Answer(
      "a reply above every limit, by its length alone", [0x80, 0x80, 0x80, 0x01],
      .resourceExhausted),
    Answer("a length of six bytes", [0x80, 0x80, 0x80, 0x80, 0x80, 0], .internal),
    Answer("bytes that are no Reply", [2, 0x08, 0x80], .internal, "can't be read"),
    Answer("a stream", reply(1) { _ in }, .internal, "stream"),
    Answer(
      "a reply to a call that was never sent", reply(9) { $0.isLast = true }, .internal,
      "never sent"),
    Answer(
      "a status of the connection",
      reply(0) { $0.status = DelimitedStatus(code: 8, message: "full", details: []) },
      .resourceExhausted, "full"),
    Answer(
      "a status of OK",
      reply(1) {
        $0.isLast = true
        $0.status = DelimitedStatus(code: 0, message: "", details: [])
      }, .ok),
  ]

  @Test(
    "and says where it is met by another protocol",
    arguments: [[0x89, 0x51, 0x44, 2], Array("HTTP/1.1 400\r\n".utf8)])
  func otherProtocol(bytes: [UInt8]) async throws {
    let server = try ScriptedServer(after: DelimitedPreface.bytes, send: bytes, greets: false)
    let channel = server.channel(over: .delimited)
    let status = await failure { () async throws(Status) in
      try await channel.call(EchoMethod.self, Blob([7]), options: .patient)
    }
    #expect(status?.code == .unavailable)
    #expect(status?.message.contains("\(server.address) doesn't speak") == true)
    await channel.close()
    await server.stop()
  }

  @Test("and throws what the protocol says", arguments: answers)
  func answer(_ answer: Answer) async throws {
    let server = try ScriptedServer(after: Self.endOfCall, send: answer.bytes)
    let channel = server.channel(over: .delimited) { $0.messageBytes = 100 }
    let status = await failure { () async throws(Status) in
      try await channel.call(EchoMethod.self, Blob([7]), options: CallOptions(timeout: nil))
    }
    #expect((status?.code ?? .ok) == answer.code)
    #expect(answer.words.isEmpty || status?.message.contains(answer.words) == true)
    await channel.close()
    await server.stop()
  }

  @Test("and doesn't send what the server said it would not take")
  func callTooLarge() async throws {
    let bytes =
      DelimitedPreface.bytes
      + Self.reply(0) {
        var limits = DelimitedLimits()
        limits.maxCallBytes = 1_000
        $0.limits = limits
      }
    // The preface alone brings the limits, before any call.
    let server = try ScriptedServer(after: DelimitedPreface.bytes, send: bytes, greets: false)
    let channel = server.channel(over: .delimited)
    let status = await failure { () async throws(Status) in
      let request = Blob([UInt8](repeating: 7, count: 100_000))
      return try await channel.call(EchoMethod.self, request, options: .patient)
    }
    #expect(status?.code == .resourceExhausted)
    #expect(status?.message.contains("more than the 1000 that \(server.address) takes") == true)
    await channel.close()
    await server.stop()
  }

  /// How a call with the message 7 and without a timeout ends: `max_reply_bytes` is 100.
  private static let endOfCall: [UInt8] = [0x1A, 1, 7, 0x30, 100]

  private static func reply(
    _ id: UInt32, bytes: Int = 1, _ change: (inout DelimitedReply) -> Void
  ) -> [UInt8] {
    var reply = DelimitedReply(id: id)
    reply.message = id == 0 ? [] : [UInt8](repeating: 1, count: bytes)
    change(&reply)
    var framed: [UInt8] = []
    framed.append(delimited: reply)
    return framed
  }
}
