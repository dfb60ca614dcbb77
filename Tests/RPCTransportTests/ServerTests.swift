// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCNet
internal import RPCTransport
internal import Synchronization
internal import Testing

@Suite("A server")
struct ServerTests {
  /// Starts a server of the tests' methods, lets `body` use it, and stops it.
  private func withServer(
    loops: Int = 1, _ change: (inout Limits) -> Void = { _ in },
    _ body: (Server, Listener, EventLoopGroup) async throws -> Void
  ) async throws {
    var limits = Limits()
    change(&limits)
    let group = try EventLoopGroup(count: loops)
    let configuration = ServerConfiguration(
      limits: limits, makeRouter: { _, _ in .forTests() }, encodeStatusDetails: { _ in [] },
      report: { _ in }, floodHasGone: {})
    let server = Server(configuration, group: group)
    do {
      let listener = try server.listen(
        on: .loopback, backlog: 16, entrance: Entrance(to: .test, requiresTLS: false))
      try await body(server, listener, group)
    } catch {
      await group.stop()
      throw error
    }
    await group.stop()
  }

  /// Sends bytes and gives all that comes back until the server closes.
  private func exchange(
    _ bytes: [UInt8], with listener: Listener, then rest: [UInt8] = [],
    once isTime: @escaping @Sendable () -> Bool = { true }
  ) async throws -> [UInt8] {
    let group = try EventLoopGroup(count: 1)
    let answer = await withCheckedContinuation { (done: CheckedContinuation<[UInt8], Never>) in
      group.handles[0].execute { loop in
        loop.connect(to: listener.boundAddress, timeoutNanoseconds: 10_000_000_000) { result in
          switch result {
          case .success(let socket):
            RawClient.start(socket, sending: bytes, then: rest, once: isTime, done)
          case .failure(let error): done.resume(returning: Array("\(error)".utf8))
          }
        }
      }
    }
    await group.stop()
    return answer
  }

  @Test("tells a client of HTTP/1 what it speaks, and closes")
  func http1() async throws {
    try await withServer { server, listener, _ in
      let answer = try await exchange(Array("GET / HTTP/1.1\r\n\r\n".utf8), with: listener)
      let text = String(decoding: answer, as: UTF8.self)
      #expect(text.hasPrefix("HTTP/1.1 505 "))
      #expect(text.contains("gRPC"))
      #expect(server.count(.http1Refused) == 1)
    }
  }

  @Test("closes on TLS and on random bytes without a word, and counts them")
  func refused() async throws {
    try await withServer { server, listener, _ in
      for bytes in [[0x16, 3, 1, 2, 0, 1], [0, 1, 2, 3, 0xFF]] as [[UInt8]] {
        let answer = try await exchange(bytes, with: listener)
        #expect(answer.isEmpty)
      }
      #expect(server.count(.tlsRefused) == 1)
      #expect(server.count(.unknownProtocolRefused) == 1)
    }
  }

  @Test("closes a connection that does not say in time what it speaks")
  func slowHandshake() async throws {
    try await withServer({ $0.handshakeMilliseconds = 20 }) { server, listener, _ in
      let answer = try await exchange(Array("PRI * HT".utf8), with: listener)
      #expect(answer.isEmpty)
      #expect(server.count(.handshakeTimedOut) == 1)
    }
  }

  @Test("R33: takes leave of a connection that is idle or old, and cuts it when it stays")
  func leave() async throws {
    let cases: [(ServerCounters.Event, @Sendable (inout Limits) -> Void)] = [
      (.idleTimedOut, { $0.idleMilliseconds = 20 }), (.tooOld, { $0.ageMilliseconds = 20 }),
    ]
    for (event, limit) in cases {
      let limits: @Sendable (inout Limits) -> Void = {
        limit(&$0)
        $0.ageGraceMilliseconds = 20
      }
      try await withServer(limits) { server, listener, _ in
        let preface =
          Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + [0, 0, 0, 4, 0, 0, 0, 0, 0]
        let answer = try await exchange(preface, with: listener)
        // GOAWAY (type 7) that names no last stream, NO_ERROR.
        let goAway: [UInt8] = [0, 0, 8, 7, 0, 0, 0, 0, 0, 0x7F, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0]
        #expect(answer.indices.contains { answer[$0...].starts(with: goAway) })
        #expect(server.count(event) == 1)
      }
    }
  }

  @Test("R33: lets a client go on over the next connection when one is too old")
  func age() async throws {
    try await withServer({ $0.ageMilliseconds = 20 }) { server, listener, group in
      let channel = ClientChannel(
        to: listener.boundAddress, over: .grpc, options: .forTests, loop: group.handles[0])
      for _ in 0..<100_000 where server.count(.tooOld) < 3 {
        let reply = try await channel.call(
          EchoMethod.self, Blob([1]), options: .patient)
        #expect(reply == Blob([1]))
      }
      #expect(server.count(.tooOld) >= 3)
      #expect(server.callsEnded.failed == 0)
    }
  }

  @Test("ends a connection whose client sends no settings in time")
  func slowSettings() async throws {
    try await withServer({ $0.handshakeMilliseconds = 20 }) { server, listener, _ in
      let answer = try await exchange(
        Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8), with: listener)
      #expect(String(decoding: answer, as: UTF8.self).contains("no settings in time"))
      #expect(server.count(.handshakeTimedOut) == 1)
    }
  }

  @Test("ends a connection whose client sends a block of headers too slowly")
  func slowHeaders() async throws {
    try await withServer({ $0.handshakeMilliseconds = 20 }) { server, listener, _ in
      let preface =
        Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + [0, 0, 0, 4, 0, 0, 0, 0, 0]
      // HEADERS of 3 bytes, of which one is sent.
      let answer = try await exchange(preface + [0, 0, 3, 1, 5, 0, 0, 0, 1, 0x83], with: listener)
      #expect(String(decoding: answer, as: UTF8.self).contains("A block of headers took more"))
      #expect(server.count(.flooded) == 1)
    }
  }

  @Test("has room for so many connections and no more, in all and from one address")
  func connectionLimits() async throws {
    let preface: [UInt8] = [0x16]
    try await withServer({ $0.connections = 0 }) { server, listener, _ in
      _ = try await exchange(preface, with: listener)
      #expect(server.count(.connectionLimitReached) == 1)
      #expect(server.count(.tlsRefused) == 0)
    }
    try await withServer({ $0.connectionsPerAddress = 0 }) { server, listener, _ in
      _ = try await exchange(preface, with: listener)
      #expect(server.count(.addressLimitReached) == 1)
    }
    try await withServer({ $0.connections = 1 }) { server, listener, _ in
      for _ in 0..<3 { _ = try await exchange(preface, with: listener) }
      #expect(server.count(.tlsRefused) == 3, "A connection that has gone makes room.")
    }
  }

  @Test("R32: drains: answers what is under way, says where it ends, and takes no more")
  func drain() async throws {
    try await withServer(loops: 2) { server, listener, group in
      let channel = ClientChannel(
        to: listener.boundAddress, over: .grpc, options: .forTests, loop: group.handles[0])
      let reply = try await channel.call(EchoMethod.self, Blob([1]), options: .patient)
      #expect(reply == Blob([1]))
      #expect(await server.drain([listener], graceMilliseconds: 60_000) == 0)
      #expect(server.count(.connectionOpened) == server.count(.connectionClosed))
      #expect(server.callsEnded == (1, 0))
    }
  }

  @Test("R32: answers the first call of a connection that came just before the drain")
  func lateComer() async throws {
    try await withServer(loops: 2, { $0.lingerMilliseconds = 60_000 }) { server, listener, _ in
      let isTime = Flag()
      var call: [UInt8] = Array(DelimitedPreface.bytes.dropFirst(2))
      call.append(delimited: DelimitedCall(id: 1, method: "\(EchoMethod.path)"))
      async let answer = exchange(
        Array(DelimitedPreface.bytes.prefix(2)), with: listener, then: call,
        once: { isTime.isUp })
      while server.count(.connectionOpened) == 0 { await Task.yield() }
      async let cut = server.drain([listener], graceMilliseconds: 60_000)
      for _ in 0..<1000 { await Task.yield() }
      isTime.raise()
      #expect(await cut == 0)
      let said = try await answer
      #expect(said.starts(with: DelimitedPreface.bytes))
      #expect(server.callsEnded == (1, 0))
    }
  }

  @Test("R32: loses none of the calls that come while it begins to drain")
  func drainUnderLoad() async throws {
    try await withServer(loops: 2) { server, listener, group in
      let channels = group.handles.map { loop in
        ClientChannel(to: listener.boundAddress, over: .grpc, options: .forTests, loop: loop)
      }
      let answered = await withTaskGroup(of: Int.self) { tasks in
        for channel in channels + channels + channels {
          tasks.addTask { await Self.callUntilRefused(channel) }
        }
        tasks.addTask {
          while server.callsEnded.succeeded < 500 { await Task.yield() }
          return await server.drain([listener], graceMilliseconds: 60_000)
        }
        return await tasks.reduce(0, +)
      }
      // What the server has answered has come to its caller, whatever was refused then.
      #expect(server.callsEnded == (answered, 0))
      for channel in channels { await channel.close() }
    }
  }

  /// Calls again and again until nobody listens any more; gives how often that was answered.
  private static func callUntilRefused(_ channel: ClientChannel) async -> Int {
    var answered = 0
    while true {
      let status = await failure { () async throws(Status) in
        try await channel.call(EchoMethod.self, Blob([1]), options: .patient)
      }
      guard let status else {
        answered += 1
        continue
      }
      #expect(status.code == .unavailable)
      return answered
    }
  }

  @Test("answers calls on the other connections while one sends rubbish")
  func neighbours() async throws {
    try await withServer { server, listener, group in
      let channel = ClientChannel(
        to: listener.boundAddress, over: .grpc, options: .forTests, loop: group.handles[0])
      let rubbish =
        Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + [UInt8](repeating: 0xFF, count: 999)
      for number in 0..<10 as Range<UInt8> {
        let answer = try await exchange(rubbish, with: listener)
        #expect(!answer.isEmpty, "It is told by a GOAWAY.")
        let reply = try await channel.call(EchoMethod.self, Blob([number]), options: .patient)
        #expect(reply == Blob([number]))
      }
      #expect(server.count(.protocolBroken) == 10)
    }
  }
}

/// Sends bytes once and collects what comes back until the other side closes.
private final class RawClient: SocketHandler {
  private var answer: [UInt8] = []
  private var done: CheckedContinuation<[UInt8], Never>?
  private var timer: LoopTimer?

  private init(_ done: CheckedContinuation<[UInt8], Never>) { self.done = done }

  static func start(
    _ socket: Socket, sending bytes: [UInt8], then rest: [UInt8],
    once isTime: @escaping () -> Bool, _ done: CheckedContinuation<[UInt8], Never>
  ) {
    var bytes = bytes
    let client = RawClient(done)
    socket.handler = client
    socket.resumeReading()
    socket.write(&bytes)
    if !rest.isEmpty { client.wait(on: socket, until: isTime, rest) }
  }

  private func wait(on socket: Socket, until isTime: @escaping () -> Bool, _ rest: [UInt8]) {
    timer = socket.loop.makeTimer { [unowned self, unowned socket] in
      guard isTime() else { return wait(on: socket, until: isTime, rest) }
      var rest = rest
      socket.write(&rest)
      socket.finishWriting()
    }
    timer?.start(at: socket.loop.now + 1_000_000)
  }

  func socket(_ socket: Socket, didRead bytes: Span<UInt8>) { answer.append(copying: bytes) }
  func socketDidDrain(_ socket: Socket) {}
  func socketDidEndInput(_ socket: Socket) { socket.close() }
  func socketDidClose(_ socket: Socket, _ error: NetError?) {
    done?.resume(returning: answer)
    done = nil
  }
}

private final class Flag: Sendable {
  private let state = Mutex(false)

  var isUp: Bool { state.withLock { $0 } }

  func raise() { state.withLock { $0 = true } }
}
