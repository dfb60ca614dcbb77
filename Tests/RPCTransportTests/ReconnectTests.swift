// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCNet
internal import RPCTransport
internal import Testing

@Suite("A channel whose server can't be reached")
struct ReconnectTests {
  private let request = Blob([7])
  private let ending = Frame.message([7])

  private func waiting(_ timeout: Duration) -> CallOptions {
    var options = CallOptions(timeout: timeout)
    options.waitsForReady = true
    return options
  }

  private func status(
    _ channel: ClientChannel, _ options: CallOptions = .patient
  ) async -> Status? {
    await failure { () async throws(Status) in
      try await channel.call(EchoMethod.self, request, options: options)
    }
  }

  @Test(
    "R36: fails calls at once, with the address, the cause and when it is tried again",
    arguments: TransportProtocol.allCases)
  func failsFast(transport: TransportProtocol) async throws {
    let address = SocketAddress.temporaryUnixSocket
    var options = ClientOptions.forTests
    options.reconnecting = .endless
    let channel = try ClientChannel(to: address, over: transport, options: options)
    let cause = "Cannot connect to \(address): there is no such socket."
    #expect(await status(channel) == Status(.unavailable, cause))
    for _ in 0..<2 {
      let later = await status(channel)
      #expect(later?.code == .unavailable)
      #expect(later?.message.hasPrefix(cause + " It is tried again in ") == true)
      #expect(later?.retryDelay.map { $0 > .seconds(60_000) } == true)
    }
    await channel.close()
  }

  @Test(
    "R36: lets calls wait that ask for it, until it is there",
    arguments: TransportProtocol.allCases)
  func waitsForReady(transport: TransportProtocol) async throws {
    let address = SocketAddress.temporaryUnixSocket
    var options = ClientOptions.forTests
    options.reconnecting = .quick
    let channel = try ClientChannel(to: address, over: transport, options: options)
    #expect(await status(channel)?.code == .unavailable)
    let calls = (0..<3).map { _ in Task { await status(channel, waiting(.seconds(60))) } }
    let server = try TestServer(on: address, router: { _ in .forTests() })
    for call in calls { #expect(await call.value == nil) }
    await channel.close()
    await server.stop()
  }

  @Test(
    "R36: lets streams wait that ask for it, until it is there",
    arguments: TransportProtocol.allCases)
  func streamWaits(transport: TransportProtocol) async throws {
    let stage = Stage()
    let address = SocketAddress.temporaryUnixSocket
    var options = ClientOptions.forTests
    options.reconnecting = .quick
    let channel = try ClientChannel(to: address, over: transport, options: options)
    let replies = channel.stream(CountMethod.self, Blob([3]), options: waiting(.seconds(60)))
    let count = Task {
      var count = 0
      for try await _ in replies { count += 1 }
      return count
    }
    #expect(await status(channel)?.code == .unavailable)
    let server = try TestServer(on: address, router: { _ in .withStreams(on: stage) })
    #expect(try await count.value == 3)
    await channel.close()
    await server.stop()
  }

  @Test(
    "R36: ends a call that has waited in vain by its deadline, and says what for",
    arguments: TransportProtocol.allCases)
  func waitsInVain(transport: TransportProtocol) async throws {
    let address = SocketAddress.temporaryUnixSocket
    var options = ClientOptions.forTests
    options.reconnecting = .endless
    let channel = try ClientChannel(to: address, over: transport, options: options)
    let status = await status(channel, waiting(.milliseconds(500)))
    #expect(status?.code == .deadlineExceeded)
    let words = "within 0.5 seconds. Cannot connect to \(address): there is no such socket."
    #expect(status?.message.hasSuffix(words) == true, "\(status?.message ?? "")")
    await channel.close()
  }

  @Test(
    "R36: is connected again by itself, without another call",
    arguments: TransportProtocol.allCases)
  func byItself(transport: TransportProtocol) async throws {
    let server = try ScriptedServer(after: ending, answers: [], refusing: [1, 2])
    let channel = server.channel(over: transport) { $0.reconnecting = .quick }
    let status = await status(channel)
    #expect(status?.code == .unavailable)
    #expect(status?.message.contains("\(server.address)") == true)
    #expect(status?.message.contains("may want TLS") == true, "\(status?.message ?? "")")
    // Each connection begins with the same bytes, and nothing else is sent without a call.
    await server.received { [server] _ in server.connections == 3 }
    await channel.close()
    await server.stop()
  }

  @Test("R36: begins with the first pause again, once the server has greeted")
  func reset() async throws {
    let answer = ScriptedServer.Answer(
      bytes: Frame.response(9, stream: 1) + Frame.goAway(last: 1, code: 0), thenCloses: true)
    let server = try ScriptedServer(after: ending, answers: [answer, answer], refusing: [1, 3])
    let channel = server.channel(over: .grpc) {
      $0.reconnecting = .quick
      // The second pause in a row would outlast any test.
      $0.reconnecting.growth = 100_000_000
      $0.reconnecting.longest = .seconds(86_400)
    }
    for _ in 0..<2 { #expect(await status(channel, waiting(.seconds(60))) == nil) }
    #expect(server.connections == 4)
    await channel.close()
    await server.stop()
  }

  @Test("R36: connects with the next call where an idle connection was closed")
  func idle() async throws {
    let answer = ScriptedServer.Answer(
      bytes: Frame.response(9, stream: 1) + Frame.goAway(last: 1, code: 0), thenCloses: true)
    let server = try ScriptedServer(after: ending, answers: [answer, answer])
    let channel = server.channel(over: .grpc)
    for number in 1...2 {
      #expect(await status(channel) == nil)
      #expect(server.connections == number)
    }
    await channel.close()
    await server.stop()
  }

  @Test("R32: calls over a new connection while the one that goes away finishes its calls")
  func goingAway() async throws {
    let begun = GRPCClientRulesTests.opened + Frame.data(Frame.message([1]), ends: false)
    let rest = Frame.data(Frame.message([3]), ends: false) + GRPCClientRulesTests.ok
    let server = try ScriptedServer(
      after: ending,
      answers: [
        .init(bytes: begun + Frame.goAway(last: 1, code: 0)),
        .init(bytes: Frame.response(2, stream: 1)), .init(bytes: rest),
      ])
    let channel = server.channel(over: .grpc)
    let call = channel.open(MirrorMethod.self, options: .patient)
    var replies = call.replies.makeAsyncIterator()
    try await call.requests.send(request)
    #expect(try await replies.next() == Blob([1]))
    let other = try await channel.call(EchoMethod.self, request, options: .patient)
    #expect(other == Blob([2]))
    #expect(server.connections == 2)
    try await call.requests.send(request)
    #expect(try await replies.next() == Blob([3]))
    #expect(try await replies.next() == nil)
    await channel.close()
    await server.stop()
  }

  @Test("R36: connects anew at once where the server greets only to go away, within reason")
  func turnedAway() async throws {
    let farewell = ScriptedServer.Answer(
      bytes: Frame.settings() + Frame.goAway(last: 0, code: 0, reason: "drain"))
    let server = try ScriptedServer(
      after: [], answers: [farewell, farewell], greets: false)
    let channel = server.channel(over: .grpc) {
      $0.reconnecting = .endless
      $0.connectMilliseconds = 200
    }
    let status = await status(channel)
    #expect(status?.message.contains("has not greeted") == true, "\(status?.message ?? "")")
    #expect(server.connections == 3)
    let other = try ScriptedServer(
      after: [], answers: Array(repeating: farewell, count: 99), greets: false)
    let turned = other.channel(over: .grpc) { $0.reconnecting = .endless }
    let last = await self.status(turned)
    #expect(last?.message.contains("goes away as soon as one connects") == true)
    #expect(other.connections == 6)
    await channel.close()
    await turned.close()
    await server.stop()
    await other.stop()
  }

  @Test("R36: gives up a server that takes the connection and says nothing")
  func silent() async throws {
    let server = try ScriptedServer(after: ending, answers: [], greets: false)
    for transport in TransportProtocol.allCases {
      let channel = server.channel(over: transport) { $0.connectMilliseconds = 20 }
      let status = await status(channel)
      #expect(status?.code == .unavailable)
      #expect(status?.message.contains("has not greeted within 20 ms") == true)
      await channel.close()
    }
    await server.stop()
  }
}
