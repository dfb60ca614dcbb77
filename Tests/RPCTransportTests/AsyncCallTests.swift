// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCTransport
internal import Testing

@Suite("A call that a task answers")
struct AsyncCallTests {
  private let stage = Stage()

  private func withStage(
    _ change: (inout Limits) -> Void = { _ in }, _ body: (TestServer) async throws -> Void
  ) async throws {
    try await withServer(router: { [stage] _ in .forTests(on: stage) }, change, body)
  }

  private func call(
    _ channel: ClientChannel, _ bytes: UInt8..., timeout: Duration? = .seconds(60)
  ) -> Task<Result<Blob, Status>, Never> {
    Task {
      do throws(Status) {
        let options = CallOptions(timeout: timeout)
        return .success(try await channel.call(HeldMethod.self, Blob(bytes), options: options))
      } catch {
        return .failure(error)
      }
    }
  }

  @Test(
    "is answered when its task is done, in any order, while others are answered inline",
    arguments: TransportProtocol.allCases)
  func anyOrder(transport: TransportProtocol) async throws {
    try await withStage { server in
      let channel = try server.channel(over: transport)
      let calls = [call(channel, 1), call(channel, 2), call(channel, 3)]
      await stage.until { $0.entered.count == 3 }
      let echo = try await channel.call(EchoMethod.self, Blob([9]), options: .patient)
      #expect(echo == Blob([9]))
      for name in [2, 3, 1] as [UInt8] {
        stage.release(name)
        #expect(await calls[Int(name) - 1].value == .success(Blob([name])))
      }
      #expect(server.openConnections == 1)
      await channel.close()
    }
  }

  @Test("gives the status that its task throws", arguments: TransportProtocol.allCases)
  func failing(transport: TransportProtocol) async throws {
    try await withStage { server in
      stage.release(1)
      let channel = try server.channel(over: transport)
      #expect(await call(channel, 1, 1).value == .failure(FailMethod.status))
      await channel.close()
    }
  }

  @Test("is answered by the hundred at a time", arguments: TransportProtocol.allCases)
  func many(transport: TransportProtocol) async throws {
    try await withStage { server in
      let channel = try server.channel(over: transport)
      let calls = (0..<150 as Range<UInt8>).map { call(channel, $0) }
      await stage.until { $0.entered.count == 150 }
      for name in 0..<150 as Range<UInt8> { stage.release(name) }
      for (name, call) in calls.enumerated() {
        #expect(await call.value == .success(Blob([UInt8(name)])))
      }
      await channel.close()
    }
  }

  @Test(
    "R29, R30: is cancelled when its caller gives up, by will or by the clock",
    arguments: TransportProtocol.allCases)
  func cancelled(transport: TransportProtocol) async throws {
    try await withStage { server in
      let channel = try server.channel(over: transport)
      let willing = call(channel, 1)
      await stage.until { $0.entered.contains(1) }
      willing.cancel()
      await stage.until { $0.cancelled.contains(1) }
      let timed = call(channel, 2, timeout: .milliseconds(30))
      #expect(await timed.value.status?.code == .deadlineExceeded)
      await stage.until { $0.cancelled.contains(2) || !$0.entered.contains(2) }
      stage.release(1)
      stage.release(2)
      stage.release(3)
      #expect(await call(channel, 3).value == .success(Blob([3])), "The next call is served.")
      await channel.close()
    }
  }

  @Test("R30: is cancelled when its client is gone")
  func clientGone() async throws {
    try await withStage { server in
      let channel = try server.channel(over: .grpc)
      let lost = call(channel, 1)
      await stage.until { $0.entered.contains(1) }
      await channel.close()
      #expect(await lost.value.status?.code == .cancelled)
      await stage.until { $0.cancelled.contains(1) }
      stage.release(1)
    }
  }

  @Test("R32: is waited for by a drain", arguments: TransportProtocol.allCases)
  func drain(transport: TransportProtocol) async throws {
    try await withStage { server in
      let channel = try server.channel(over: transport)
      let waiting = call(channel, 1)
      await stage.until { $0.entered.contains(1) }
      let draining = Task { await server.drain() }
      // The drain has begun when the server takes no more connections.
      while true {
        let probe = try server.channel(over: transport)
        let status = await failure { () async throws(Status) in
          try await probe.call(EchoMethod.self, Blob([]), options: .patient)
        }
        await probe.close()
        if status != nil { break }
      }
      stage.release(1)
      #expect(await waiting.value == .success(Blob([1])))
      #expect(await draining.value == 0)
      await channel.close()
    }
  }

  @Test(
    "R32: is cut by a drain that has waited for so long, and counted",
    arguments: TransportProtocol.allCases)
  func grace(transport: TransportProtocol) async throws {
    try await withStage { server in
      let channel = try server.channel(over: transport)
      let held = call(channel, 1)
      await stage.until { $0.entered.contains(1) }
      #expect(await server.drain(graceMilliseconds: 20) == 1)
      #expect(await held.value.status?.code == .unavailable)
      await stage.until { $0.cancelled == [1] }
      stage.release(1)
      await channel.close()
    }
  }

  @Test(
    "may be answered inline all the same, where its handler can",
    arguments: TransportProtocol.allCases)
  func sometimesLater(transport: TransportProtocol) async throws {
    try await withStage { server in
      let channel = try server.channel(over: transport)
      stage.release(100)
      for name in [99, 100] as [UInt8] {
        let response = try await channel.call(
          SometimesHeldMethod.self, Blob([name]), options: .patient)
        #expect(response == Blob([name]))
      }
      #expect(stage.scene.entered == [100])
      await channel.close()
    }
  }
}

extension Result where Failure == Status {
  /// The status of a failure.
  var status: Status? { if case .failure(let status) = self { status } else { nil } }
}
