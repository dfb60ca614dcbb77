// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import RPCCore
internal import RPCNet
internal import RPCTransport
internal import Synchronization
internal import Testing

extension ClientOptions {
  /// Options whose details are a list of one, if the bytes are what the tests' server sends.
  static let forTests = ClientOptions { bytes in
    bytes == [0xD, 0xE] ? FailMethod.status.details : []
  }
}

extension Backoff.Pace {
  /// No longer than it takes to see that there was a pause.
  static let quick = Backoff.Pace(first: .milliseconds(5), longest: .milliseconds(50))
  /// So long that no test sees its end.
  static let endless = Backoff.Pace(first: .seconds(86_400), longest: .seconds(86_400))
}

extension CallOptions {
  /// Long enough for any call of these tests on any machine.
  static let patient = CallOptions(timeout: .seconds(60))
}

extension Door {
  /// The door of a server that has one.
  static let test = Door("test")
}

extension SocketAddress {
  /// Loopback, with a port of the system's choice.
  static let loopback = SocketAddress.tcp(host: "127.0.0.1", port: 0)

  /// A path that nobody else has.
  static var temporaryUnixSocket: SocketAddress {
    .unix(path: FileManager.default.temporaryDirectory.appending(path: "\(UUID())").path())
  }
}

/// A server with the tests' methods.
final class TestServer: Sendable {
  let address: SocketAddress
  private let running: Mutex<Running>
  private let others = Mutex<[Listener]>([])
  private let configuration: ServerConfiguration

  private struct Running {
    let group: EventLoopGroup
    let server: Server
    let listener: Listener
  }

  init(
    on address: SocketAddress, router makeRouter: @escaping @Sendable (Door) -> Router,
    tls: ServerTLS? = nil, _ change: (inout Limits) -> Void = { _ in }
  ) throws {
    var limits = Limits()
    change(&limits)
    configuration = ServerConfiguration(
      limits: limits, makeRouter: { makeRouter($1) }, encodeStatusDetails: { _ in [0xD, 0xE] },
      tls: tls, report: { _ in }, floodHasGone: {})
    let running = try Self.start(configuration, address)
    self.address = running.listener.boundAddress
    self.running = Mutex(running)
  }

  /// Connections that are open.
  var openConnections: Int {
    running.withLock { $0.group.handles.reduce(0) { $0 + $1.openConnections } }
  }

  func channel(
    over transport: TransportProtocol, to other: SocketAddress? = nil,
    _ change: (inout ClientOptions) -> Void = { _ in }
  ) throws -> ClientChannel {
    var options = ClientOptions.forTests
    change(&options)
    return try ClientChannel(to: other ?? address, over: transport, options: options)
  }

  /// Listens on an address more, at another door.
  func listen(at door: Door, requiresTLS: Bool = false) throws -> SocketAddress {
    let server = running.withLock { $0.server }
    let listener = try server.listen(
      on: .loopback, backlog: 8, entrance: Entrance(to: door, requiresTLS: requiresTLS))
    others.withLock { $0.append(listener) }
    return listener.boundAddress
  }

  /// How often something has happened.
  func count(_ event: ServerCounters.Event) -> Int {
    running.withLock { $0.server.count(event) }
  }

  /// How the calls of each method went.
  var methods: [MethodCounts] { running.withLock { $0.server.methods } }

  /// Stops serving without cutting a call; answers how many were cut all the same.
  func drain(graceMilliseconds: Int = 60_000) async -> Int {
    let (server, listener) = running.withLock { ($0.server, $0.listener) }
    return await server.drain([listener], graceMilliseconds: graceMilliseconds)
  }

  /// Serves again at the same address.
  func restart() async throws {
    let old = running.withLock { $0.group }
    await old.stop()
    let new = try Self.start(configuration, address)
    running.withLock { $0 = new }
  }

  func stop() async {
    let group = running.withLock { $0.group }
    await group.stop()
  }

  private static func start(
    _ configuration: ServerConfiguration, _ address: SocketAddress
  ) throws -> Running {
    let group = try EventLoopGroup(count: 2)
    let server = Server(configuration, group: group)
    return Running(
      group: group, server: server,
      listener: try server.listen(
        on: address, backlog: 64, entrance: Entrance(to: .test, requiresTLS: false)))
  }
}

/// Runs a test with a server, and stops it.
func withServer(
  on address: SocketAddress = .loopback,
  router: @escaping @Sendable (Door) -> Router = { _ in .forTests() },
  _ change: (inout Limits) -> Void = { _ in }, _ body: (TestServer) async throws -> Void
) async throws {
  let server = try TestServer(on: address, router: router, change)
  do {
    try await body(server)
  } catch {
    await server.stop()
    throw error
  }
  await server.stop()
}

/// A server that greets, reads, and never answers.
final class SilentServer: Sendable {
  private let group: EventLoopGroup
  private let listener: Listener
  private let log = ByteLog()

  init() throws {
    group = try EventLoopGroup(count: 1)
    let log = log
    listener = try Listener(on: .loopback, backlog: 8, group: group) { socket in
      socket.handler = Reader(log)
      socket.resumeReading()
    }
  }

  func channel(
    over transport: TransportProtocol, _ change: (inout ClientOptions) -> Void = { _ in }
  ) -> ClientChannel {
    var options = ClientOptions.forTests
    change(&options)
    return ClientChannel(
      to: listener.boundAddress, over: transport, options: options, loop: group.handles[0])
  }

  /// All that has been read.
  var bytes: [UInt8] { log.bytes }

  /// Waits until what has been read is as it should be.
  func received(_ isEnough: @escaping @Sendable ([UInt8]) -> Bool) async {
    await log.wait(isEnough)
  }

  func stop() async { await group.stop() }

  private final class Reader: SocketHandler {
    private let log: ByteLog
    private var hasGreeted = false
    init(_ log: ByteLog) { self.log = log }
    func socket(_ socket: Socket, didRead bytes: Span<UInt8>) {
      log.append(bytes)
      if !hasGreeted { Greeting.send(to: socket, after: bytes) }
      hasGreeted = true
    }
    func socketDidDrain(_ socket: Socket) {}
    func socketDidEndInput(_ socket: Socket) { socket.close() }
    func socketDidClose(_ socket: Socket, _ error: NetError?) {}
  }
}

/// Bytes that a test waits for.
final class ByteLog: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    var waiter:
      (isEnough: @Sendable ([UInt8]) -> Bool, continuation: CheckedContinuation<Void, Never>)?
  }
  private let state = Mutex(State())

  var bytes: [UInt8] { state.withLock { $0.bytes } }

  func append(_ bytes: Span<UInt8>) {
    var more: [UInt8] = []
    more.append(copying: bytes)
    let addition = more
    state.withLock { state in
      state.bytes += addition
      guard let waiter = state.waiter, waiter.isEnough(state.bytes) else { return }
      state.waiter = nil
      waiter.continuation.resume()
    }
  }

  func wait(_ isEnough: @escaping @Sendable ([UInt8]) -> Bool) async {
    await withCheckedContinuation { continuation in
      state.withLock { state in
        if isEnough(state.bytes) {
          continuation.resume()
        } else {
          state.waiter = (isEnough, continuation)
        }
      }
    }
  }
}

/// A listener that cuts some connections at the first call, and passes the others through.
final class FlakyListener: Sendable {
  let address: SocketAddress
  private let group: EventLoopGroup
  private let listener: Listener

  init(cutting count: Int, then target: SocketAddress) throws {
    group = try EventLoopGroup(count: 1)
    let countdown = Countdown(count)
    listener = try Listener(on: .loopback, backlog: 8, group: group) { socket in
      if countdown.take() {
        socket.handler = Cutter()
        socket.resumeReading()
      } else {
        Relay.start(socket, target)
      }
    }
    address = listener.boundAddress
  }

  func stop() async { await group.stop() }

  private final class Countdown: Sendable {
    private let left: Mutex<Int>
    init(_ count: Int) { left = Mutex(count) }
    func take() -> Bool {
      left.withLock { left in
        left -= 1
        return left >= 0
      }
    }
  }

  private final class Cutter: SocketHandler {
    private var hasGreeted = false
    func socket(_ socket: Socket, didRead bytes: Span<UInt8>) {
      if hasGreeted { return socket.close() }
      hasGreeted = true
      Greeting.send(to: socket, after: bytes)
    }
    func socketDidDrain(_ socket: Socket) {}
    func socketDidEndInput(_ socket: Socket) {}
    func socketDidClose(_ socket: Socket, _ error: NetError?) {}
  }

  /// One direction of a passed-through connection.
  private final class Relay: SocketHandler {
    private let other: Socket
    init(to other: Socket) { self.other = other }

    static func start(_ client: Socket, _ target: SocketAddress) {
      client.loop.connect(to: target, timeoutNanoseconds: 60_000_000_000) { result in
        guard case .success(let server) = result else { return client.close() }
        client.handler = Relay(to: server)
        server.handler = Relay(to: client)
        client.resumeReading()
        server.resumeReading()
      }
    }

    func socket(_ socket: Socket, didRead bytes: Span<UInt8>) {
      var copy: [UInt8] = []
      copy.append(copying: bytes)
      other.write(&copy)
    }
    func socketDidDrain(_ socket: Socket) {}
    func socketDidEndInput(_ socket: Socket) { other.finishWriting() }
    func socketDidClose(_ socket: Socket, _ error: NetError?) { other.close() }
  }
}
