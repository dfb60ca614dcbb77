// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCTransport
internal import Testing

/// What is between a response's headers and its status, and the status itself.
extension GRPCClientRulesTests {
  /// A response that begins well and is OK.
  private static func around(_ data: [UInt8]) -> [UInt8] { opened + data + ok }

  private static func inPieces(_ bytes: [UInt8], _ frame: (UInt8) -> [UInt8]) -> [UInt8] {
    bytes.reduce(into: []) { frames, byte in frames += frame(byte) }
  }

  static let framings: [Answer] = [
    Answer(
      "one byte a frame, with an empty frame behind each",
      around(
        inPieces(Frame.message([1])) {
          Frame.data([$0], ends: false) + Frame.data([], ends: false)
        }), .ok),
    Answer(
      "padded frames, one of nothing but padding",
      around(
        Frame.padded([], by: 9, ends: false)
          + inPieces(Frame.message([1])) { Frame.padded([$0], by: 255, ends: false) }), .ok),
    Answer(
      "a prefix that two frames share",
      around(Frame.data([0, 0, 0], ends: false) + Frame.data([0, 1, 1], ends: false)), .ok),
  ]

  @Test("R13: and reads the message wherever its frames are cut", arguments: framings)
  func framing(_ answer: Answer) async throws { try await check(answer) }

  @Test("R13: and finds all the messages of a frame, and one that two of them share")
  func manyInOneFrame() async throws {
    let messages = (0..<5 as Range<UInt8>).map { [UInt8](repeating: $0, count: Int($0)) }
    let bytes = messages.flatMap { Frame.message($0) }
    let body = Frame.data(Array(bytes.dropLast(3)), ends: false)
    let rest = Frame.padded(Array(bytes.suffix(3)), by: 2, ends: false)
    let server = try ScriptedServer(
      after: Frame.message([7]), send: Self.around(body + rest))
    let channel = server.channel(over: .grpc)
    var read: [[UInt8]] = []
    for try await reply in channel.stream(CountMethod.self, Blob([7]), options: .patient) {
      read.append(reply.bytes)
    }
    #expect(read == messages)
    await channel.close()
    await server.stop()
  }

  static let malformedAnswers: [Answer] = [
    Answer(
      "a flag of 1 without an encoding",
      around(Frame.data(Frame.message([1], flag: 1), ends: false)), .internal,
      "names no encoding"),
    Answer(
      "a flag of 1 with the encoding identity",
      Frame.headers(head + [("grpc-encoding", "identity")], ends: false)
        + Frame.data(Frame.message([1], flag: 1), ends: false) + ok, .internal,
      "names no encoding"),
    Answer(
      "a flag above 1", around(Frame.data(Frame.message([1], flag: 2), ends: false)), .internal,
      "flag 2"),
    Answer(
      "an end within the message",
      around(Frame.data(Frame.message([1, 2]).dropLast(), ends: false)), .internal, "within"),
    Answer(
      "an end within the prefix", around(Frame.data([0, 0], ends: false)), .internal, "within"),
    Answer(
      "bytes that are no response", around(Frame.data(Frame.message([0xBB]), ends: false)),
      .internal, "can't be read"),
  ]

  @Test("R14: and gives INTERNAL for what is no message", arguments: malformedAnswers)
  func malformed(_ answer: Answer) async throws { try await check(answer) }

  @Test(
    "R16: and gives INTERNAL for an encoding that it doesn't know, or has not asked for",
    arguments: ["gzip", "snappy", "GZIP", ""])
  func encoding(name: String) async throws {
    let head = Frame.headers(Self.head + [("grpc-encoding", name)], ends: false)
    try await check(Answer(name, head, .internal, "compressed by \(name)")) { options in
      options.compressedRequestBytes = name == "gzip" ? nil : 1
    }
  }

  static let sizes: [Answer] = [
    Answer(
      "above the limit, by its length alone",
      opened + Frame.data([0, 0, 0, 0, 101], ends: false), .resourceExhausted, "101 bytes"),
    Answer(
      "of exactly the limit",
      around(Frame.data(Frame.message([UInt8](repeating: 1, count: 100)), ends: false)), .ok),
  ]

  @Test("R17: and takes a message of the limit, and no larger one", arguments: sizes)
  func size(_ answer: Answer) async throws { try await check(answer) }

  static let counts: [Answer] = [
    Answer(
      "two messages", around(Frame.data(Frame.message([1]) + Frame.message([2]), ends: false)),
      .internal, "more than one"),
    Answer("OK without a message", around([]), .internal, "no response"),
  ]

  @Test("R18: and refuses a number of responses that a unary call can't have", arguments: counts)
  func count(_ answer: Answer) async throws { try await check(answer) }

  static let statuses: [Answer] = [
    Answer("R20: OK behind a response", around(Frame.data(Frame.message([1]), ends: false)), .ok),
    Answer(
      "R20: an error behind a response",
      opened + Frame.data(Frame.message([1]), ends: false)
        + Frame.headers([("grpc-status", "9"), ("grpc-message", "no")], ends: true),
      .failedPrecondition, "no"),
    Answer(
      "R21: all in one block", Frame.headers(head + [("grpc-status", "5")], ends: true), .notFound),
    Answer(
      "R23: a message percent-coded, and broken in places",
      Frame.headers(
        head + [("grpc-status", "5"), ("grpc-message", "caf%C3%A9 %zz %FF 100%25%")], ends: true),
      .notFound, "café %zz \u{FFFD} 100%%"),
  ]

  @Test("R20, R21, R23: and takes the status, wherever it is", arguments: statuses)
  func status(_ answer: Answer) async throws { try await check(answer) }

  static let ends: [Answer] = [
    Answer(
      "on the frame of the message", opened + Frame.data(Frame.message([1]), ends: true),
      .internal, "without a status"),
    Answer(
      "on an empty frame",
      opened + Frame.data(Frame.message([1]), ends: false) + Frame.data([], ends: true),
      .internal, "without a status"),
    Answer(
      "before any message", opened + Frame.data([], ends: true), .internal, "without a status"),
  ]

  @Test("R28: and takes no end for one that comes on DATA, without trailers", arguments: ends)
  func noTrailers(_ answer: Answer) async throws { try await check(answer) }

  @Test(
    "R2: and takes gRPC's content types only",
    arguments: [
      ("application/grpc", .ok), ("application/grpc+proto", .ok),
      ("application/grpc;charset=utf-8", .ok), ("application/grpcfoo", .unknown),
      ("application/grpc-web", .unknown), ("text/html", .unknown),
    ] as [(String, Status.Code)])
  func contentType(type: String, code: Status.Code) async throws {
    let head = Frame.headers([(":status", "200"), ("content-type", type)], ends: false)
    let body = Frame.data(Frame.message([1]), ends: false)
    try await check(Answer(type, head + body + Self.ok, code))
  }

  @Test("R12: and refuses headers and trailers above its limit", arguments: [true, false])
  func largeHeaders(isAtEnd: Bool) async throws {
    let large = [("x", String(repeating: "y", count: 2_000))]
    let begin = Self.opened + Frame.data(Frame.message([1]), ends: false)
    let bytes =
      isAtEnd
      ? begin + Frame.headers([("grpc-status", "0")] + large, ends: true)
      : Frame.headers(Self.head + large, ends: false)
    try await check(Answer("2,000 bytes", bytes, .resourceExhausted, "1000 bytes"))
  }

  @Test(
    "R24: and leaves details of another status than grpc-status alone",
    arguments: [([0x08, 5], true), ([0x08, 3], false), ([0x12, 1, 0x61], true)]
      as [([UInt8], Bool)])
  func otherDetails(encoded: [UInt8], agrees: Bool) async throws {
    var text: [UInt8] = []
    Base64.encode(encoded.span, into: &text)
    let details = ("grpc-status-details-bin", String(decoding: text, as: UTF8.self))
    let bytes = Frame.headers(Self.head + [("grpc-status", "5"), details], ends: true)
    let detail = Status.Detail.retryInfo(delay: .seconds(1))
    let status = try await check(Answer("\(encoded)", bytes, .notFound)) { options in
      options.decodeDetails = { $0 == encoded ? [detail] : [] }
    }
    #expect(status?.details == (agrees ? [detail] : []))
  }
}
