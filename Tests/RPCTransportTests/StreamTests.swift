// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCNet
internal import RPCTransport
internal import Testing

@Suite("A stream of responses")
struct StreamTests {
  private let stage = Stage()

  private func withStage(
    on address: SocketAddress = .loopback, _ change: (inout Limits) -> Void = { _ in },
    _ body: (TestServer) async throws -> Void
  ) async throws {
    let stage = stage
    try await withServer(on: address, router: { _ in .withStreams(on: stage) }, change, body)
  }

  /// Reads all of a stream; gives what came and the status it ended with.
  private func all(_ replies: ReplySequence<Blob>) async -> (replies: [[UInt8]], status: Status?) {
    var read: [[UInt8]] = []
    do throws(Status) {
      for try await reply in replies { read.append(reply.bytes) }
      return (read, nil)
    } catch {
      return (read, error)
    }
  }

  private func numbered(_ count: UInt8, size: Int) -> [[UInt8]] {
    (0..<count).map { $0 % 10 == 9 ? [] : [$0] + [UInt8](repeating: 7, count: size) }
  }

  @Test(
    "arrives whole and in order", arguments: TransportProtocol.allCases,
    [(0, 0), (1, 0), (180, 0), (3, 200), (40, 30)] as [(UInt8, UInt8)])
  func order(transport: TransportProtocol, stream: (count: UInt8, thousands: UInt8)) async throws {
    try await withStage { server in
      let channel = try server.channel(over: transport)
      let request = Blob([stream.count, stream.thousands])
      for _ in 0..<2 {
        let read = await all(channel.stream(CountMethod.self, request, options: .patient))
        #expect(read.status == nil)
        #expect(read.replies == numbered(stream.count, size: Int(stream.thousands) * 1_000))
      }
      await channel.close()
    }
  }

  @Test("leaves some of the room for calls that end by themselves")
  func roomForCalls() async throws {
    try await withStage({ $0.runningCalls = 4 }) { server in
      let channel = try server.channel(over: .grpc)
      var held: [ReplySequence<Blob>.Iterator] = []
      for number in 0..<3 as Range<UInt8> {
        let replies = channel.stream(HeldStreamMethod.self, Blob([number]), options: .patient)
        var iterator = replies.makeAsyncIterator()
        #expect(try await iterator.next() != nil)
        held.append(iterator)
      }
      let refused = await all(
        channel.stream(HeldStreamMethod.self, Blob([9]), options: .patient))
      #expect(refused.status?.code == .resourceExhausted)
      #expect(refused.replies.isEmpty)
      await channel.close()
      withExtendedLifetime(held) {}
    }
  }

  @Test(
    "ends with the status that its handler throws, after what it sent before",
    arguments: TransportProtocol.allCases, [0, 3] as [UInt8])
  func failing(transport: TransportProtocol, count: UInt8) async throws {
    try await withStage { server in
      let channel = try server.channel(over: transport)
      let replies = channel.stream(CountMethod.self, Blob([count, 0, 1]), options: .patient)
      let read = await all(replies)
      #expect(read.replies == numbered(count, size: 0))
      #expect(read.status == FailMethod.status)
      await channel.close()
    }
  }

  @Test("is over after its end and after an error", arguments: TransportProtocol.allCases)
  func over(transport: TransportProtocol) async throws {
    try await withStage { server in
      let channel = try server.channel(over: transport)
      let replies = channel.stream(CountMethod.self, Blob([0, 0, 1]), options: .patient)
      var iterator = replies.makeAsyncIterator()
      await #expect(throws: FailMethod.status) { try await iterator.next() }
      #expect(try await iterator.next() == nil)
      await channel.close()
    }
  }

  @Test(
    "R38: makes its handler wait for a reader who is slow", arguments: TransportProtocol.allCases)
  func backPressure(transport: TransportProtocol) async throws {
    // The kernel holds less of a Unix socket than of others.
    try await withStage(on: .temporaryUnixSocket, { $0.streamedReplyBytes = 20_000 }) { server in
      let channel = try server.channel(over: transport) {
        $0.streamBufferBytes = 20_000
        $0.streamWindowBytes = 65_535
      }
      let replies = channel.stream(FloodMethod.self, Blob([]), options: .patient)
      var received = 0
      var most = 0
      for try await _ in replies {
        received += 1
        most = max(most, stage.scene.sent - received)
        if received == 300 { break }
        await Task.yield()
      }
      // Both buffers, a read, a stream's window, and what the kernel takes.
      #expect(most * FloodMethod.replyBytes < 1_000_000, "3 MB have gone through.")
      await stage.until { !$0.refusals.isEmpty }
      await channel.close()
    }
  }

  @Test(
    "lets its reader call on the same channel, however little it may hold ahead",
    arguments: TransportProtocol.allCases)
  func callsBetween(transport: TransportProtocol) async throws {
    try await withStage { server in
      let channel = try server.channel(over: transport) {
        $0.streamBufferBytes = 1
        $0.streamWindowBytes = 65_535
      }
      var received = 0
      for try await _ in channel.stream(FloodMethod.self, Blob([]), options: .patient) {
        received += 1
        let echo = try await channel.call(EchoMethod.self, Blob([1]), options: .patient)
        #expect(echo == Blob([1]))
        if received == 50 { break }
      }
      await channel.close()
    }
  }

  @Test("R38: starves no other that is read", arguments: TransportProtocol.allCases)
  func unread(transport: TransportProtocol) async throws {
    try await withStage { server in
      let channel = try server.channel(over: transport) {
        $0.streamWindowBytes = 65_535
        $0.connectionWindowBytes = 200_000
      }
      // Together they would hold more than the connection's window.
      var unread = (0..<8).map { _ in
        channel.stream(FloodMethod.self, Blob([]), options: .patient).makeAsyncIterator()
      }
      for index in unread.indices { _ = try await unread[index].next() }
      let read = await all(channel.stream(CountMethod.self, Blob([20, 60]), options: .patient))
      #expect(read.replies.count == 20 && read.status == nil)
      await channel.close()
      withExtendedLifetime(unread) {}
    }
  }

  @Test("is cancelled with the task that reads it", arguments: TransportProtocol.allCases)
  func cancelledReader(transport: TransportProtocol) async throws {
    try await withStage { server in
      let channel = try server.channel(over: transport)
      let reading = Task {
        await all(channel.stream(HeldStreamMethod.self, Blob([1]), options: .patient))
      }
      await stage.until { $0.entered == [1] }
      reading.cancel()
      let status = await reading.value.status
      #expect(status == Status(.cancelled, "The caller's task was cancelled."))
      await stage.until { $0.cancelled == [1] }
      stage.release(1)
      await channel.close()
    }
  }

  @Test("is cancelled when its iterator is let go", arguments: TransportProtocol.allCases)
  func forgottenReader(transport: TransportProtocol) async throws {
    try await withStage { server in
      let channel = try server.channel(over: transport)
      for try await _ in channel.stream(HeldStreamMethod.self, Blob([1]), options: .patient) {
        break
      }
      await stage.until { $0.cancelled == [1] }
      stage.release(1)
      await channel.close()
    }
  }

  @Test("ends by its reader's clock", arguments: TransportProtocol.allCases)
  func deadline(transport: TransportProtocol) async throws {
    try await withStage { server in
      let channel = try server.channel(over: transport)
      let options = CallOptions(timeout: .milliseconds(50))
      let read = await all(channel.stream(HeldStreamMethod.self, Blob([1]), options: options))
      #expect(read.status?.code == .deadlineExceeded)
      await stage.until { $0.cancelled == $0.entered }
      stage.release(1)
      await channel.close()
    }
  }

  @Test("R32: is waited for by a drain", arguments: TransportProtocol.allCases)
  func drain(transport: TransportProtocol) async throws {
    try await withStage { server in
      let channel = try server.channel(over: transport)
      let replies = channel.stream(HeldStreamMethod.self, Blob([1]), options: .patient)
      var iterator = replies.makeAsyncIterator()
      #expect(try await iterator.next() == Blob([1]))
      let draining = Task { await server.drain() }
      stage.release(1)
      #expect(try await iterator.next() == nil)
      #expect(await draining.value == 0)
      await channel.close()
    }
  }

  @Test("is cut where nobody reads it for too long", arguments: TransportProtocol.allCases)
  func stalled(transport: TransportProtocol) async throws {
    try await withStage(
      on: .temporaryUnixSocket, { $0.stalledOutputMilliseconds = 100 }
    ) { server in
      let channel = try server.channel(over: transport)
      let replies = channel.stream(FloodMethod.self, Blob([]), options: .patient)
      var iterator = replies.makeAsyncIterator()
      _ = try await iterator.next()
      await stage.until { !$0.refusals.isEmpty }
      #expect(stage.scene.refusals.map(\.code) == [.cancelled])
      await channel.close()
      withExtendedLifetime(iterator) {}
    }
  }

  @Test("has responses within its reader's limit only", arguments: TransportProtocol.allCases)
  func tooLarge(transport: TransportProtocol) async throws {
    try await withStage { server in
      let channel = try server.channel(over: transport) { $0.messageBytes = 9_999 }
      let read = await all(channel.stream(FloodMethod.self, Blob([]), options: .patient))
      #expect(read.replies.isEmpty && read.status?.code == .resourceExhausted)
      await stage.until { !$0.refusals.isEmpty }
      await channel.close()
    }
  }

  @Test("ends when its channel is closed, and begins none", arguments: TransportProtocol.allCases)
  func closed(transport: TransportProtocol) async throws {
    try await withStage { server in
      let channel = try server.channel(over: transport)
      let replies = channel.stream(HeldStreamMethod.self, Blob([1]), options: .patient)
      var iterator = replies.makeAsyncIterator()
      _ = try await iterator.next()
      await channel.close()
      let status = await failure { () async throws(Status) in try await iterator.next() }
      #expect(status?.code == .cancelled)
      #expect(await all(replies).status?.code == .unavailable)
      stage.release(1)
    }
  }
}
