// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCNet
internal import RPCTransport
internal import Testing

@Suite("A bidirectional call")
struct BidirectionalTests {
  private let stage = Stage()

  /// Runs a test with a channel to a server of the tests' methods.
  private func withChannel(
    on address: SocketAddress = .loopback, _ change: (inout Limits) -> Void = { _ in },
    client: (inout ClientOptions) -> Void = { _ in },
    _ body: (ClientChannel, TestServer) async throws -> Void
  ) async throws {
    let stage = stage
    try await withServer(on: address, router: { _ in .withRequests(on: stage) }, change) { server in
      let channel = try server.channel(over: .grpc, client)
      try await body(channel, server)
      await channel.close()
    }
  }

  /// Begins a call, sends a request, reads its reply, and lets go of the call.
  private func exchangeOne(on channel: ClientChannel) async throws {
    let call = channel.open(MirrorMethod.self, options: .patient)
    try await call.requests.send(blob(1))
    for try await reply in call.replies {
      #expect(reply == blob(1))
      break
    }
  }

  private func blob(_ size: Int) -> Blob { Blob([UInt8](repeating: 7, count: size)) }

  @Test("answers each request before the next is sent: ping_pong")
  func pingPong() async throws {
    try await withChannel { channel, _ in
      let call = channel.open(MirrorMethod.self, options: .patient)
      var replies = call.replies.makeAsyncIterator()
      for size in [31_415, 9, 2_653, 58_979, 0] {
        try await call.requests.send(blob(size))
        #expect(try await replies.next() == blob(size))
      }
      call.requests.finish()
      #expect(try await replies.next() == nil)
      #expect(try await replies.next() == nil)
    }
  }

  @Test("may carry nothing at all: empty_stream")
  func empty() async throws {
    try await withChannel { channel, _ in
      let call = channel.open(MirrorMethod.self, options: .patient)
      call.requests.finish()
      for try await _ in call.replies { Issue.record("Nothing was sent.") }
    }
  }

  @Test("is cancelled with the task that reads it: cancel_after_first_response")
  func cancelAfterFirst() async throws {
    try await withChannel { channel, _ in
      let call = channel.open(MirrorMethod.self, options: .patient)
      try await call.requests.send(blob(1))
      let (firsts, first) = AsyncStream.makeStream(of: Blob.self)
      let reading = Task {
        await failure { () async throws(Status) in
          for try await reply in call.replies { first.yield(reply) }
        }
      }
      var iterator = firsts.makeAsyncIterator()
      #expect(await iterator.next() == blob(1))
      reading.cancel()
      #expect(await reading.value == Status(.cancelled, "The caller's task was cancelled."))
      await stage.until { $0.refusals.map(\.code) == [.cancelled] }
      let status = await failure { () async throws(Status) in
        try await call.requests.send(blob(1))
      }
      #expect(status?.code == .cancelled)
    }
  }

  @Test("is cancelled when both of its ends are let go")
  func forgotten() async throws {
    try await withChannel { channel, _ in
      try await exchangeOne(on: channel)
      await stage.until { $0.refusals.map(\.code) == [.cancelled] }
    }
  }

  @Test("R25: ends for its writer too when its handler has ended")
  func earlyEnd() async throws {
    try await withChannel { channel, _ in
      let call = channel.open(MirrorMethod.self, options: .patient)
      try await call.requests.send(Blob([1]))
      try await call.requests.send(Blob([0]))
      let replies = try await call.replies.reduce(into: []) { $0.append($1.bytes) }
      #expect(replies == [[1]])
      let status = await failure { () async throws(Status) in
        while true { try await call.requests.send(blob(10_000)) }
      }
      #expect(status?.message == "The server has answered the call, and takes no more requests.")
      let echo = try await channel.call(EchoMethod.self, blob(1), options: .patient)
      #expect(echo == blob(1), "The connection goes on.")
    }
  }

  @Test("tells reader and writer the status that its handler throws")
  func failing() async throws {
    try await withChannel { channel, _ in
      let call = channel.open(MirrorMethod.self, options: .patient)
      try await call.requests.send(Blob([0xEE]))
      let read = await failure { () async throws(Status) in
        for try await _ in call.replies {}
      }
      let written = await failure { () async throws(Status) in
        while true { try await call.requests.send(blob(1)) }
      }
      #expect(read == FailMethod.status && written == FailMethod.status)
    }
  }

  @Test("takes no request after the last")
  func afterFinish() async throws {
    try await withChannel { channel, _ in
      let call = channel.open(HeldMirrorMethod.self, options: .patient)
      call.requests.finish()
      let status = await failure { () async throws(Status) in
        try await call.requests.send(blob(1))
      }
      #expect(status?.code == .internal)
      stage.release(1)
      for try await _ in call.replies {}
    }
  }

  @Test("ends by its caller's clock")
  func deadline() async throws {
    try await withChannel { channel, _ in
      let call = channel.open(
        MirrorMethod.self, options: CallOptions(timeout: .milliseconds(50)))
      let status = await failure { () async throws(Status) in
        for try await _ in call.replies {}
      }
      #expect(status?.code == .deadlineExceeded)
    }
  }

  @Test("makes its writer wait where nobody reads the replies")
  func unread() async throws {
    try await withChannel(
      on: .temporaryUnixSocket,
      {
        $0.streamWindowBytes = 65_535
        $0.streamedReplyBytes = 20_000
      },
      client: {
        $0.requestBufferBytes = 20_000
        $0.streamBufferBytes = 20_000
        $0.streamWindowBytes = 65_535
      }
    ) { channel, _ in
      let call = channel.open(MirrorMethod.self, options: .patient)
      let stage = stage
      let writing = Task {
        for _ in 0..<400 {
          try await call.requests.send(blob(10_000))
          stage.note { scene in
            scene.sent += 1
            scene.most = max(scene.most, scene.sent - scene.read)
          }
        }
        call.requests.finish()
      }
      var count = 0
      for try await reply in call.replies {
        #expect(reply.bytes.count == 10_000)
        count += 1
        stage.note { $0.read += 1 }
        await Task.yield()
      }
      try await writing.value
      #expect(count == 400)
      #expect(stage.scene.most * 10_000 < 2_000_000, "4 MB have gone through.")
    }
  }

  @Test("R32: is waited for by a drain")
  func drain() async throws {
    try await withChannel { channel, server in
      let call = channel.open(MirrorMethod.self, options: .patient)
      var replies = call.replies.makeAsyncIterator()
      try await call.requests.send(blob(1))
      #expect(try await replies.next() == blob(1))
      let draining = Task { await server.drain() }
      try await call.requests.send(blob(2))
      #expect(try await replies.next() == blob(2))
      call.requests.finish()
      #expect(try await replies.next() == nil)
      #expect(await draining.value == 0)
    }
  }

  @Test("ends for reader and writer when its channel is closed")
  func closed() async throws {
    try await withChannel { channel, _ in
      let call = channel.open(MirrorMethod.self, options: .patient)
      try await call.requests.send(blob(1))
      await channel.close()
      let read = await failure { () async throws(Status) in
        for try await _ in call.replies {}
      }
      #expect(read?.code == .cancelled)
      let written = await failure { () async throws(Status) in
        try await call.requests.send(blob(1))
      }
      #expect(written?.code == .cancelled)
    }
  }
}
