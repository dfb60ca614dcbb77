// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCTransport
internal import Testing

@Suite("A client's keepalive")
struct KeepaliveTests {
  private let second: UInt64 = 1_000_000_000
  private let usual = KeepaliveOptions(interval: .seconds(10))

  @Test("R35: is off unless it is asked for, and asks every 10 s at most")
  func floor() {
    #expect(ClientOptions.forTests.keepalive == nil)
    for seconds in [-1, 0, 1, 9, 10] {
      #expect(KeepaliveOptions(interval: .seconds(seconds)).interval == .seconds(10))
    }
    #expect(KeepaliveOptions(interval: .seconds(11)).interval == .seconds(11))
    #expect(usual.timeout == .seconds(20))
  }

  @Test("R35: asks after a silence, and gives up where nothing comes")
  func silence() {
    var keepalive = Keepalive(usual, now: 0)
    #expect(keepalive.look(now: 4 * second, hasCalls: true) == .wait(until: 10 * second))
    #expect(keepalive.look(now: 10 * second, hasCalls: true) == .ping(thenLookAt: 20 * second))
    #expect(keepalive.look(now: 29 * second, hasCalls: true) == .wait(until: 30 * second))
    #expect(keepalive.look(now: 30 * second, hasCalls: true) == .giveUp)
  }

  @Test("R35: takes whatever comes for a sign of life")
  func signs() {
    var keepalive = Keepalive(usual, now: 0)
    keepalive.received(now: 6 * second)
    #expect(keepalive.look(now: 10 * second, hasCalls: true) == .wait(until: 16 * second))
    #expect(keepalive.look(now: 16 * second, hasCalls: true) == .ping(thenLookAt: 26 * second))
    keepalive.received(now: 17 * second)
    #expect(keepalive.look(now: 36 * second, hasCalls: true) == .ping(thenLookAt: 46 * second))
  }

  @Test(
    "R35: leaves a server alone without a call, unless it may ask then", arguments: [true, false])
  func idle(withoutCalls: Bool) {
    var options = usual
    options.withoutCalls = withoutCalls
    var keepalive = Keepalive(options, now: 0)
    #expect(
      keepalive.look(now: 10 * second, hasCalls: false)
        == (withoutCalls ? .ping(thenLookAt: 20 * second) : .wait(until: 20 * second)))
  }

  @Test("R35: asks half as often where the server finds it too often, within reason")
  func slowDown() {
    var options = usual
    options.slowDown()
    #expect(options.interval == .seconds(20))
    for _ in 0..<200 { options.slowDown() }
    #expect(options.interval == .seconds(86_400))
  }

  @Test("R35: ends the calls of a dead connection as UNAVAILABLE, with the cause")
  func dead() async throws {
    let server = try SilentServer()
    let channel = server.channel(over: .grpc) { $0.keepalive = .brisk }
    let status = await failure { () async throws(Status) in
      try await channel.call(EchoMethod.self, Blob([7]), options: .patient)
    }
    #expect(status?.code == .unavailable)
    #expect(status?.message.contains("is dead: a PING was not answered") == true)
    await channel.close()
    await server.stop()
  }

  @Test("R34, R35: ends a call with the cause where the server finds its PINGs too many")
  func enforced() async throws {
    let stage = Stage()
    try await withServer(router: { _ in .forTests(on: stage) }) { server in
      let channel = try server.channel(over: .grpc) {
        $0.keepalive = .brisk
        $0.keepalive?.timeout = .seconds(60)
      }
      let status = await failure { () async throws(Status) in
        try await channel.call(HeldMethod.self, Blob([1]), options: .patient)
      }
      #expect(status?.code == .unavailable)
      #expect(status?.message.contains("too_many_pings") == true, "\(status?.message ?? "")")
      await channel.close()
      stage.release(1)
    }
  }

  @Test("R35: says what the server says of it, where that finds it too much")
  func tooMany() async throws {
    let farewell = Frame.goAway(last: 0, code: 0xB, reason: "too_many_pings")
    let server = try ScriptedServer(
      after: Frame.message([7]),
      answers: [.init(bytes: farewell, thenCloses: true), .init(bytes: farewell, thenCloses: true)])
    let channel = server.channel(over: .grpc) { $0.keepalive = .brisk }
    let status = await failure { () async throws(Status) in
      try await channel.call(EchoMethod.self, Blob([7]), options: .patient)
    }
    #expect(status?.code == .unavailable)
    #expect(status?.message.contains("too_many_pings") == true, "\(status?.message ?? "")")
    await channel.close()
    await server.stop()
  }
}

extension KeepaliveOptions {
  /// So brisk that a test need not wait for it.
  fileprivate static let brisk = KeepaliveOptions(
    exactInterval: .milliseconds(5), timeout: .milliseconds(5), withoutCalls: false)
}
