// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCTransport
internal import Testing

@Suite("A gRPC client meets a server's answer")
struct GRPCClientRulesTests {
  static let head = [(":status", "200"), ("content-type", "application/grpc")]
  static let opened = Frame.headers(head, ends: false)
  static let ok = Frame.headers([("grpc-status", "0")], ends: true)
  private static let response = opened + Frame.data(Frame.message([1]), ends: false)

  struct Answer: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let code: Status.Code
    var words = ""

    init(_ name: String, _ bytes: [UInt8], _ code: Status.Code, _ words: String = "") {
      testDescription = name
      self.bytes = bytes
      self.code = code
      self.words = words
    }
  }

  static let answers: [Answer] = [
    Answer(
      "a code without a name", Frame.headers(head + [("grpc-status", "77")], ends: true),
      Status.Code(rawValue: 77)),
    Answer(
      "a grpc-status that is no number", Frame.headers(head + [("grpc-status", "x")], ends: true),
      .unknown),
    Answer(
      "another content-type",
      Frame.headers([(":status", "200"), ("content-type", "text/html")], ends: false),
      .unknown, "content-type"),
    Answer("an answer in HTTP/1", Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8), .unavailable),
  ]

  @Test("and throws what the protocol says", arguments: answers)
  func answer(_ answer: Answer) async throws {
    try await check(answer)
  }

  @Test(
    "R26: and maps an HTTP status to gRPC's",
    arguments: [
      ("400", .internal), ("401", .unauthenticated), ("403", .permissionDenied),
      ("404", .unimplemented), ("429", .unavailable), ("502", .unavailable),
      ("503", .unavailable), ("504", .unavailable), ("500", .unknown), ("302", .unknown),
    ] as [(String, Status.Code)], [true, false])
  func httpStatus(_ mapping: (status: String, code: Status.Code), ends: Bool) async throws {
    let fields = [(":status", mapping.status), ("content-type", "text/plain")]
    try await check(
      Answer(mapping.status, Frame.headers(fields, ends: ends), mapping.code, mapping.status))
  }

  @Test("R26: and finds no status in trailers that have none, and no answer in a 1xx")
  func noStatus() async throws {
    let nothing = Frame.headers([("x", "y")], ends: true)
    try await check(Answer("trailers without a status", Self.opened + nothing, .unknown))
    let hints = Frame.headers([(":status", "103"), ("link", "</x>")], ends: false)
    try await check(Answer("103", hints + Self.response + Self.ok, .ok))
  }

  @Test("R25: and takes a reset with NO_ERROR behind the status for success")
  func resetAfterStatus() async throws {
    try await check(Answer("reset", Self.response + Self.ok + Frame.reset(0), .ok))
  }

  @Test(
    "R27: and maps the code of a reset",
    arguments: [
      (0, .internal), (1, .internal), (2, .internal), (8, .cancelled),
      (0xB, .resourceExhausted), (0xC, .permissionDenied), (0xFF, .internal),
    ] as [(UInt8, Status.Code)])
  func reset(code: UInt8, expected: Status.Code) async throws {
    try await check(Answer("\(code)", Frame.reset(code), expected))
    try await check(Answer("\(code)", Self.opened + Frame.reset(code), expected))
  }

  @Test("R10, R24: and finds the details, padded or not", arguments: ["DQ4", "DQ4="])
  func details(text: String) async throws {
    let fields = Self.head + [("grpc-status", "5"), ("grpc-status-details-bin", text)]
    let status = try await check(Answer(text, Frame.headers(fields, ends: true), .notFound))
    #expect(status?.details == FailMethod.status.details)
  }

  @Test("and names the server when the connection breaks within it")
  func broken() async throws {
    let bytes = Frame.settings() + Self.opened
    let server = try ScriptedServer(after: [1, 7], send: bytes, thenClose: true)
    let channel = server.channel(over: .grpc)
    let status = await failure { () async throws(Status) in
      try await channel.call(EchoMethod.self, Blob([7]), options: .patient)
    }
    #expect(status?.code == .unavailable)
    #expect(status?.message.contains("\(server.address)") == true)
    await channel.close()
    await server.stop()
  }

  @Test(
    "R9: and refuses metadata that the protocol can't carry, without sending it",
    arguments: [
      "grpc-timeout", "grpc-x", "Upper", "", "sp ace", "te", ":path", "é", "transfer-encoding",
      "keep-alive", "x!",
    ])
  func metadata(name: String) async throws {
    let server = try SilentServer()
    let channel = server.channel(over: .grpc)
    var options = CallOptions.patient
    options.metadata.append(name, [0x61])
    let status = await failure { () async throws(Status) in
      try await channel.call(EchoMethod.self, Blob([7]), options: options)
    }
    #expect(status?.code == .internal)
    #expect(status?.message.contains("\"\(name)\"") == true)
    await channel.close()
    await server.stop()
  }

  @discardableResult
  func check(
    _ answer: Answer, _ change: (inout ClientOptions) -> Void = { _ in }
  ) async throws -> Status? {
    // An HTTP/1 server answers HTTP/2's preface.
    let isHTTP2 = answer.bytes.first == 0
    let server = try ScriptedServer(
      after: isHTTP2 ? [0, 0, 0, 0, 1, 7] : [], send: answer.bytes, greets: isHTTP2)
    let channel = server.channel(over: .grpc) {
      $0.messageBytes = 100
      $0.headerListBytes = 1_000
      change(&$0)
    }
    let status = await failure { () async throws(Status) in
      try await channel.call(EchoMethod.self, Blob([7]), options: .patient)
    }
    #expect(
      (status?.code ?? .ok) == answer.code, "\(answer.testDescription): \(status?.message ?? "")")
    #expect(answer.words.isEmpty || status?.message.contains(answer.words) == true)
    await channel.close()
    await server.stop()
    return status
  }
}
