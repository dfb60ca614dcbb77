// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCNet
internal import RPCTransport
internal import Testing

@Suite("A stream of requests")
struct RequestStreamTests {
  private let stage = Stage()

  private func withStage(
    on address: SocketAddress = .loopback, _ change: (inout Limits) -> Void = { _ in },
    _ body: (TestServer) async throws -> Void
  ) async throws {
    let stage = stage
    try await withServer(on: address, router: { _ in .withRequests(on: stage) }, change, body)
  }

  private static func blobs(_ sizes: [Int]) -> AsyncStream<Blob> {
    AsyncStream { continuation in
      for size in sizes { continuation.yield(Blob([UInt8](repeating: 1, count: size))) }
      continuation.finish()
    }
  }

  @Test(
    "is answered when all of it was sent: client_streaming",
    arguments: [[27_182, 8, 1_828, 45_904], [], [0], [3_000_000, 1_000_000]])
  func clientStreaming(sizes: [Int]) async throws {
    try await withStage { server in
      let channel = try server.channel(over: .grpc)
      for _ in 0..<2 {
        let sum = try await channel.call(
          SumMethod.self, requests: Self.blobs(sizes), options: .patient)
        #expect(sum == Blob(Array("\(sizes.reduce(0, +))".utf8)))
      }
      await channel.close()
    }
  }

  @Test("R38: waits where its handler is slow")
  func backPressure() async throws {
    // The kernel holds less of a Unix socket than of others.
    try await withStage(on: .temporaryUnixSocket, { $0.streamWindowBytes = 65_535 }) { server in
      let channel = try server.channel(over: .grpc) {
        $0.requestBufferBytes = 20_000
        $0.queuedOutputBytes = 20_000
      }
      let stage = stage
      let sum = try await channel.call(SumMethod.self, options: .patient) {
        writer async throws(Status) in
        for _ in 0..<400 {
          try await writer.send(Blob([UInt8](repeating: 1, count: 10_000)))
          stage.note { scene in
            scene.sent += 1
            scene.most = max(scene.most, scene.sent - scene.read)
          }
        }
      }
      #expect(sum == Blob(Array("4000000".utf8)))
      // The outbox, the stream's output, its window, and what sockets hold.
      #expect(stage.scene.most * 10_000 < 1_000_000, "4 MB have gone through.")
      await channel.close()
    }
  }

  @Test("R25: is answered before its end by who needs no more of it, as a success")
  func earlyAnswer() async throws {
    try await withStage { server in
      let channel = try server.channel(over: .grpc)
      let (requests, source) = AsyncStream.makeStream(of: Blob.self)
      source.yield(Blob([7]))
      // Nothing more comes, and it doesn't end.
      let first = try await channel.call(
        FirstMethod.self, requests: requests, options: .patient)
      #expect(first == Blob([7]))
      let flooded = try await channel.call(FirstMethod.self, options: .patient) {
        writer async throws(Status) in
        while true { try await writer.send(Blob([UInt8](repeating: 8, count: 10_000))) }
      }
      #expect(flooded.bytes.count == 10_000)
      await channel.close()
      source.finish()
    }
  }

  @Test("R25: is reset by NO_ERROR where a server answers early and doesn't do so itself")
  func openEnd() async throws {
    let rules = GRPCClientRulesTests.self
    let answer =
      Frame.settings() + rules.opened + Frame.data(Frame.message([9]), ends: false) + rules.ok
    let server = try ScriptedServer(after: Frame.message([7]), send: answer)
    let channel = server.channel(over: .grpc)
    let (requests, source) = AsyncStream.makeStream(of: Blob.self)
    source.yield(Blob([7]))
    let first = try await channel.call(FirstMethod.self, requests: requests, options: .patient)
    #expect(first == Blob([9]))
    await server.received { $0.suffix(13) == Frame.reset(0)[...] }
    source.finish()
    await channel.close()
    await server.stop()
  }

  @Test("R25: is answered early any number of times on one connection")
  func manyEarlyAnswers() async throws {
    try await withStage { server in
      let channel = try server.channel(over: .grpc)
      // A server counts the resets that its clients send, and goes away after a thousand or so.
      for _ in 0..<3_000 {
        let (requests, source) = AsyncStream.makeStream(of: Blob.self)
        source.yield(Blob([7]))
        let first = try await channel.call(
          FirstMethod.self, requests: requests, options: .patient)
        #expect(first == Blob([7]))
        source.finish()
      }
      #expect(server.count(.http2Connection) == 1)
      await channel.close()
    }
  }

  @Test("ends by its handler's status, though not all was sent")
  func failing() async throws {
    try await withStage { server in
      let channel = try server.channel(over: .grpc)
      let status = await failure { () async throws(Status) in
        try await channel.call(FirstMethod.self, options: .patient) {
          writer async throws(Status) in
          while true { try await writer.send(Blob([])) }
        }
      }
      #expect(status == FailMethod.status)
      await channel.close()
    }
  }

  @Test("that throws takes the call back, and says why")
  func throwingSequence() async throws {
    struct Broken: Error {}
    try await withStage { server in
      let channel = try server.channel(over: .grpc)
      let requests = AsyncThrowingStream<Blob, any Error> { $0.finish(throwing: Broken()) }
      let status = await failure { () async throws(Status) in
        try await channel.call(SumMethod.self, requests: requests, options: .patient)
      }
      #expect(status == Status(.unknown, "The requests ended with an error: Broken()"))
      await channel.close()
    }
  }

  @Test("is cancelled with its task: cancel_after_begin")
  func cancelAfterBegin() async throws {
    try await withStage { server in
      let channel = try server.channel(over: .grpc)
      let (requests, source) = AsyncStream.makeStream(of: Blob.self)
      source.yield(Blob([7]))
      let call = Task {
        await failure { () async throws(Status) in
          try await channel.call(SumMethod.self, requests: requests, options: .patient)
        }
      }
      await stage.until { $0.read == 1 }
      call.cancel()
      #expect(await call.value == Status(.cancelled, "The caller's task was cancelled."))
      await stage.until { $0.refusals.map(\.code) == [.cancelled] }
      await channel.close()
      source.finish()
    }
  }

  @Test("ends by its writer's clock")
  func deadline() async throws {
    try await withStage { server in
      let channel = try server.channel(over: .grpc)
      let (requests, source) = AsyncStream.makeStream(of: Blob.self)
      let status = await failure { () async throws(Status) in
        try await channel.call(
          SumMethod.self, requests: requests, options: CallOptions(timeout: .milliseconds(50)))
      }
      #expect(status?.code == .deadlineExceeded)
      source.finish()
      await channel.close()
    }
  }

  @Test("over the delimited protocol says that only gRPC carries it")
  func delimited() async throws {
    try await withStage { server in
      let channel = try server.channel(over: .delimited)
      let status = await failure { () async throws(Status) in
        try await channel.call(SumMethod.self, requests: Self.blobs([1]), options: .patient)
      }
      #expect(status?.code == .unimplemented)
      #expect(status?.message.contains("only gRPC over HTTP/2 carries") == true)
      await channel.close()
    }
  }

  @Test("is refused at once where nobody listens")
  func unreachable() async throws {
    let channel = try ClientChannel(
      to: .unix(path: "/nowhere/socket"), over: .grpc, options: .forTests)
    let status = await failure { () async throws(Status) in
      try await channel.call(SumMethod.self, options: .patient) { writer async throws(Status) in
        while true { try await writer.send(Blob([1])) }
      }
    }
    #expect(status?.code == .unavailable)
    await channel.close()
  }
}
