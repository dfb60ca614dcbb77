// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCNet

/// Finds a connection for each call of a channel: makes one when a call wants it, and tries again
/// where that fails ("Connectivity Semantics" of gRPC).
///
/// A channel begins IDLE, and is so again when its connection is lost or the server goes away: the
/// next call makes a new one. Where connecting fails, it is tried again after a pause, whether a call
/// wants it or not. Until then calls end as UNAVAILABLE with the cause, except those that wait: they
/// asked for it, or they are repeatable and the server has been there before.
final class Connectivity {
  private let loop: EventLoop
  private let address: SocketAddress
  private let transport: TransportProtocol
  private var options: ClientOptions
  /// Who is told of calls that get no connection, and of how others went on theirs.
  weak var core: ClientCore?
  private var state = State.idle
  private var waiting: [ClientCall] = []
  /// All connections that are not closed: the one in use, those that are being made, and those that
  /// finish their calls.
  private var connections: [ClientConnection] = []
  private var pauses: Backoff
  private var timer: LoopTimer?
  private var hasBeenReady = false
  /// How often in a row the server greeted only to go away.
  private var turnedAway = 0
  /// Why the server could not be reached; nil since it could.
  private var lastCause: Status?
  private var closed: [() -> Void] = []

  private static let mostTurnedAway = 5

  private enum State {
    case idle
    case connecting
    case ready(ClientConnection)
    case backingOff(Outage)
    case closed
  }

  /// Why there is no connection, and until when.
  struct Outage {
    let cause: Status
    /// When the server is tried again.
    let end: Deadline

    /// What a call ends with that comes meanwhile.
    func status(now: UInt64) -> Status {
      let left = Duration.nanoseconds(Int64(clamping: end.nanoseconds - min(now, end.nanoseconds)))
      let tenths = max(1, left.wholeNanoseconds / 100_000_000)
      return Status(
        .unavailable, "\(cause.message) It is tried again in \(tenths / 10).\(tenths % 10) s.",
        details: [.retryInfo(delay: left)])
    }
  }

  init(
    on loop: EventLoop, to address: SocketAddress, over transport: TransportProtocol,
    options: ClientOptions
  ) {
    self.loop = loop
    self.address = address
    self.transport = transport
    self.options = options
    pauses = Backoff(options.reconnecting)
    timer = loop.makeTimer { [unowned self] in tryAgain() }
  }

  deinit { for connection in connections { connection.close() } }

  /// Gives a call its connection, now or when there is one.
  func place(_ call: ClientCall) {
    guard !call.hasEnded else { return }
    let isAlone = transport == .delimited && call.inbox != nil
    switch state {
    case .closed: ended(call, .failure(.channelClosed(address), .final))
    case .backingOff(let outage): hold(call, outage, outage.status(now: loop.now))
    case .idle where isAlone, .connecting where isAlone, .ready where isAlone: connect(for: call)
    case .ready(let connection) where connection.takesCalls: connection.begin(call)
    case .connecting: waiting.append(call)
    case .idle, .ready:
      waiting.append(call)
      state = .connecting
      connect(for: nil)
    }
  }

  /// Forgets a call that waits for a connection, since it has ended.
  func remove(_ call: ClientCall) { waiting.removeAll { $0 === call } }

  /// The connection that a call is on.
  func connection(of call: ClientCall) -> ClientConnection? {
    guard let session = call.session else { return nil }
    return connections.first { $0.session === session }
  }

  /// Why a call still waits for a connection, in words; nil where it doesn't.
  func obstacle(of call: ClientCall) -> String? {
    guard call.session == nil else { return nil }
    switch state {
    case .backingOff(let outage): return outage.cause.message
    case .connecting: return lastCause?.message ?? "The connection was still being made."
    case .idle, .ready, .closed: return nil
    }
  }

  /// Closes all connections, and says when that is done.
  func close(_ done: @escaping () -> Void) {
    state = .closed
    timer = nil
    waiting = []
    guard !connections.isEmpty else { return done() }
    closed.append(done)
    for connection in connections { connection.close() }
  }
}

// What connections tell.
extension Connectivity {
  /// The server has greeted.
  func ready(_ connection: ClientConnection) {
    guard !isClosed else { return connection.close() }
    turnedAway = 0
    if let call = connection.onlyCall {
      if !call.hasEnded { connection.begin(call) }
      return
    }
    hasBeenReady = true
    lastCause = nil
    pauses.reset()
    state = .ready(connection)
    let calls = waiting
    waiting = []
    for call in calls { place(call) }
  }

  /// A connection was lost before the server had greeted, or by its greeting was turned away.
  func failed(_ connection: ClientConnection, _ cause: Status) {
    guard connection.wasTurnedAway, turnedAway < Self.mostTurnedAway, !isClosed else {
      return failed(cause, for: connection.onlyCall)
    }
    // One that goes away leaves its place to another, as a rule at once.
    turnedAway += 1
    connect(for: connection.onlyCall)
  }

  /// A connection takes no more calls.
  func retired(_ connection: ClientConnection) {
    if case .ready(let current) = state, current === connection { state = .idle }
  }

  /// The server finds that it is asked for signs of life too often.
  func askedTooOften() { options.keepalive?.slowDown() }

  /// A connection is closed.
  func closed(_ connection: ClientConnection) {
    retired(connection)
    connections.removeAll { $0 === connection }
    guard connections.isEmpty else { return }
    for done in closed { done() }
    closed = []
  }
}

extension Connectivity {
  private var isClosed: Bool { if case .closed = state { true } else { false } }

  private func tryAgain() {
    guard case .backingOff = state else { return }
    state = .connecting
    connect(for: nil)
  }

  /// Connects; for one call alone, or for all.
  private func connect(for call: ClientCall?) {
    let timeout = UInt64(clamping: options.connectMilliseconds) * 1_000_000
    let deadline = Deadline(now: loop.now, timeoutNanoseconds: timeout)
    loop.connect(to: address, timeoutNanoseconds: timeout) { [weak self] result in
      guard let self, !isClosed else {
        if case .success(let socket) = result { socket.close() }
        return
      }
      switch result {
      case .failure(let error): failed(Status(.unavailable, error.description), for: call)
      case .success(let socket):
        let connection = ClientConnection(
          on: socket, session: makeSession(), for: call, options, in: self)
        connections.append(connection)
        connection.start(until: deadline)
      }
    }
  }

  private func ended(_ call: ClientCall, _ end: AttemptEnd) { core?.tried(call, end) }

  private func makeSession() -> any ClientSession {
    let ended: (ClientCall, AttemptEnd) -> Void = { [weak core] in core?.tried($0, $1) }
    switch transport {
    case .delimited: return DelimitedClientSession(address, options, ended: ended)
    case .grpc: return GRPCClientSession(address, options, ended: ended)
    }
  }

  private func failed(_ cause: Status, for call: ClientCall?) {
    switch state {
    case .closed: return
    case .backingOff(let outage):
      if let call { hold(call, outage, cause) }
      return
    case .ready, .connecting:
      guard let call else { break }
      // The connection for all is another matter.
      return ended(call, .failure(cause, .unconnected))
    case .idle: break
    }
    lastCause = cause
    let outage = Outage(
      cause: cause,
      end: Deadline(now: loop.now, timeoutNanoseconds: pauses.next().wholeNanoseconds))
    state = .backingOff(outage)
    timer?.start(at: outage.end.nanoseconds)
    let calls = waiting + (call.map { [$0] } ?? [])
    waiting = []
    for call in calls { hold(call, outage, cause) }
  }

  /// Lets a call wait for the end of an outage, where it may; else it ends by a status.
  private func hold(_ call: ClientCall, _ outage: Outage, _ status: Status) {
    guard !call.hasEnded else { return }
    let isWorthIt = hasBeenReady && call.deadline != .never && outage.end < call.deadline
    if call.options.waitsForReady || (call.options.isRepeatable && isWorthIt) {
      waiting.append(call)
    } else {
      ended(call, .failure(status, .final))
    }
  }
}

extension Status {
  /// The status of a call on a channel that has been closed.
  static func channelClosed(_ address: SocketAddress) -> Status {
    Status(.unavailable, "The channel to \(address) has been closed.")
  }
}
