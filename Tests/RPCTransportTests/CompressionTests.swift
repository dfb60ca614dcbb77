// SPDX-License-Identifier: Apache-2.0

internal import RPCCompression
internal import RPCCore
internal import RPCTransport
internal import Testing

/// Messages as gzip makes them.
enum Packed {
  /// The message behind its prefix, compressed.
  static func framed(_ message: [UInt8]) -> [UInt8] {
    var packed: [UInt8] = []
    GzipDeflater().deflate(message.span, into: &packed)
    return Frame.message(packed, flag: 1)
  }

  /// The messages of a body, and whether each was compressed.
  static func messages(_ body: [UInt8]) throws -> [(bytes: [UInt8], isCompressed: Bool)] {
    var deframer = MessageDeframer(limitBytes: 1 << 24)
    deframer.takesCompressed = true
    var offset = 0
    var messages: [(bytes: [UInt8], isCompressed: Bool)] = []
    while try deframer.next(body.span, from: &offset) {
      let isCompressed = deframer.isCompressed
      let bytes = deframer.takeMessage()
      messages.append(
        (
          isCompressed ? try GzipInflater().inflate(bytes.span, limitBytes: 1 << 24) : bytes,
          isCompressed
        ))
    }
    return messages
  }
}

@Suite("A gRPC session with compressed messages")
struct CompressionSessionTests {
  private let stage = Stage()
  private static let gzip = [("grpc-encoding", "gzip")]
  private static let both = gzip + [("grpc-accept-encoding", "identity, deflate, gzip")]
  private static let text = [UInt8](repeating: 0x61, count: 2_000)

  private func makePeer(_ change: (inout Limits) -> Void = { _ in }) -> GRPCPeer {
    GRPCPeer(router: .withRequests(on: stage), change)
  }

  @Test("R15: takes a compressed request, and one that is not where it might be")
  func requests() {
    let peer = makePeer()
    for body in [Packed.framed(Self.text), Frame.message(Self.text)] {
      let reply = peer.call(GRPCPeer.headers() + Self.gzip, body: body)
      #expect(reply.message == Self.text && reply["grpc-status"] == "0")
      #expect(reply["grpc-encoding"] == nil, "The client takes no compressed reply.")
    }
  }

  @Test("R15: compresses the reply for who compresses requests and takes it, if it is large enough")
  func replies() throws {
    let peer = makePeer()
    let compresses = [1_023: false, 1_024: true, 262_144: true, 262_145: false]
    for (count, isCompressed) in compresses {
      let message = [UInt8](repeating: 0x61, count: count)
      let reply = peer.call(GRPCPeer.headers() + Self.both, body: Packed.framed(message))
      let messages = try Packed.messages(reply.body)
      #expect(messages.map(\.bytes) == [message])
      #expect(messages.map(\.isCompressed) == [isCompressed])
      #expect(reply["grpc-encoding"] == (isCompressed ? "gzip" : nil))
    }
  }

  @Test("compresses nothing that gets no smaller")
  func incompressible() {
    var generator = SystemRandomNumberGenerator()
    let noise = (0..<2_000).map { _ in UInt8.random(in: 1...99, using: &generator) }
    var packed: [UInt8] = []
    GzipDeflater().deflate(noise.span, into: &packed)
    // What was packed once can't be packed again.
    let reply = makePeer().call(
      GRPCPeer.headers() + Self.both, body: Frame.message([1] + packed))
    #expect(reply.message == [1] + packed && reply["grpc-encoding"] == nil)
  }

  @Test("compresses replies unasked only where it is told to", arguments: [false, true])
  func unasked(compresses: Bool) throws {
    let peer = makePeer { $0.compressesUnasked = compresses }
    let accepts = [("grpc-accept-encoding", "gzip")]
    let reply = peer.call(GRPCPeer.headers() + accepts, body: Frame.message(Self.text))
    #expect(try Packed.messages(reply.body).map(\.isCompressed) == [compresses])
    let other = peer.call(
      GRPCPeer.headers() + [("grpc-accept-encoding", "gzipped,identity")],
      body: Frame.message(Self.text))
    #expect(other.message == Self.text)
  }

  @Test("R14: ends a call by INTERNAL whose message is not gzip's, or cut")
  func corrupt() {
    let cut = Array(Packed.framed(Self.text)[5...].dropLast())
    for body in [[1, 2, 3], [], cut] {
      let reply = makePeer().call(
        GRPCPeer.headers() + Self.gzip, body: Frame.message(body, flag: 1))
      #expect(reply["grpc-status"] == "13")
      #expect(reply["grpc-message"]?.contains("compressed by gzip, but is not") == true)
    }
  }

  @Test("R17: checks the limit while it inflates; exactly the limit passes")
  func limit() {
    let peer = makePeer { $0.messageBytes = 1 << 20 }
    let zeros = [UInt8](repeating: 0, count: 1 << 20)
    let reply = peer.call(GRPCPeer.headers() + Self.gzip, body: Packed.framed(zeros))
    #expect(reply.message == zeros)
    let bomb = peer.call(GRPCPeer.headers() + Self.gzip, body: Packed.framed(zeros + [0]))
    #expect(bomb["grpc-status"] == "8")
    #expect(peer.call()["grpc-status"] == "0")
  }

  @Test("does not take the next call's request for a compressed one")
  func next() {
    let peer = makePeer()
    _ = peer.call(GRPCPeer.headers() + Self.both, body: Packed.framed(Self.text))
    #expect(peer.call(body: Packed.framed(Self.text))["grpc-status"] == "13")
    #expect(peer.call(body: Frame.message(Self.text)).message == Self.text)
  }

  @Test("R15: takes each request of a stream and compresses each reply by itself")
  func streams() async throws {
    let peer = makePeer()
    let large = [UInt8](repeating: 0x62, count: 50_000)
    let noise = (0..<3_000).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 7 >> 3) | 1 }
    let messages: [[UInt8]] = [Self.text, [5], large, noise, []]
    let body = messages.enumerated().flatMap { index, message in
      index.isMultiple(of: 2) ? Packed.framed(message) : Frame.message(message)
    }
    let (stream, reply) = peer.begin(GRPCPeer.headers("Mirror") + Self.both, body: body)
    peer.end(stream)
    while reply.code == nil { await peer.takeFromTask() }
    let received = try Packed.messages(reply.body)
    #expect(received.map(\.bytes) == messages && reply["grpc-encoding"] == "gzip")
    #expect(received.map(\.isCompressed)[..<3] == [true, false, true])
    #expect(reply["grpc-status"] == "0")
  }

  @Test(
    "R14, R17: tells a handler that reads what is wrong with a compressed request",
    arguments: [(Frame.message([1, 2], flag: 1), "13"), (Packed.framed(text + text), "8")])
  func badStream(body: [UInt8], code: String) async {
    let peer = makePeer { $0.messageBytes = 3_000 }
    let (_, reply) = peer.begin(GRPCPeer.headers("Sum") + Self.gzip, body: body)
    peer.exchange()
    while reply.code == nil { await peer.takeFromTask() }
    #expect(reply["grpc-status"] == code)
  }
}

@Suite("A channel with compressed messages")
struct CompressionChannelTests {
  @Test("R15: sends and takes them, in calls of all four kinds")
  func allKinds() async throws {
    let stage = Stage()
    try await withServer(router: { _ in .withRequests(on: stage) }) { server in
      let channel = try server.channel(over: .grpc) { $0.compressedRequestBytes = 100 }
      let blob = Blob([UInt8](repeating: 7, count: 100_000))
      for request in [blob, Blob([1])] {
        #expect(try await channel.call(EchoMethod.self, request, options: .patient) == request)
      }
      var sizes: [Int] = []
      for try await reply in channel.stream(CountMethod.self, Blob([3, 40]), options: .patient) {
        sizes.append(reply.bytes.count)
      }
      #expect(sizes == [40_001, 40_001, 40_001])
      let sum = try await channel.call(SumMethod.self, options: .patient) {
        writer async throws(Status) in
        for _ in 0..<50 { try await writer.send(blob) }
      }
      #expect(sum == Blob(Array("5000000".utf8)))
      let call = channel.open(MirrorMethod.self, options: .patient)
      var replies = call.replies.makeAsyncIterator()
      for request in [blob, Blob([1]), blob] {
        try await call.requests.send(request)
        #expect(try await replies.next() == request)
      }
      await channel.close()
    }
  }

  private static let head = GRPCClientRulesTests.head + [("grpc-encoding", "gzip")]

  @Test(
    "R14, R17: refuses what can't be inflated, and what is too large then",
    arguments: [
      (Frame.message([1, 2], flag: 1), .internal),
      (Packed.framed([UInt8](repeating: 0, count: 101)), .resourceExhausted),
      (Packed.framed([UInt8](repeating: 0, count: 100)), .ok),
    ] as [([UInt8], Status.Code)])
  func responses(message: [UInt8], code: Status.Code) async throws {
    let answer =
      Frame.settings() + Frame.headers(Self.head, ends: false) + Frame.data(message, ends: false)
      + GRPCClientRulesTests.ok
    let server = try ScriptedServer(after: Frame.message([9]), send: answer)
    let channel = server.channel(over: .grpc) {
      $0.messageBytes = 100
      $0.compressedRequestBytes = 100
    }
    let status = await failure { () async throws(Status) in
      try await channel.call(EchoMethod.self, Blob([9]), options: .patient)
    }
    #expect((status?.code ?? .ok) == code)
    await channel.close()
    await server.stop()
  }
}
