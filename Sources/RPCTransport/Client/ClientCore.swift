// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCNet

/// A channel's calls and its connection, on the channel's loop.
final class ClientCore {
  private let loop: EventLoop
  private let address: SocketAddress
  private let transport: TransportProtocol
  private let options: ClientOptions
  private var state = State.idle
  /// All connections that are not closed: the one in use, and those that finish their calls.
  private var connections: [ClientConnection] = []
  private var calls: [ObjectIdentifier: ClientCall] = [:]
  private var timer: LoopTimer?
  /// When the timer fires: at or before the earliest deadline.
  private var alarm = Deadline.never
  private var closed: [() -> Void] = []

  private enum State {
    case idle
    case connecting(waiting: [ClientCall])
    case connected(ClientConnection)
    case closed
  }

  init(
    on loop: EventLoop, to address: SocketAddress, over transport: TransportProtocol,
    options: ClientOptions
  ) {
    self.loop = loop
    self.address = address
    self.transport = transport
    self.options = options
    timer = loop.makeTimer { [unowned self] in expire() }
  }

  deinit {
    for connection in connections { connection.close() }
    for call in calls.values { call.end(.failure(.channelClosed(address))) }
  }

  /// Sends a call, over a new connection if there is none.
  func begin(_ call: ClientCall) {
    guard !call.ticket.isCancelled else { return call.end(.failure(.cancelledByCaller)) }
    if case .closed = state { return call.end(.failure(.channelClosed(address))) }
    if transport == .delimited, call.outbox != nil {
      return call.end(.failure(.needsGRPC(call.path)))
    }
    guard setDeadline(of: call) else { return }
    calls[ObjectIdentifier(call.ticket)] = call
    if transport == .delimited, call.inbox != nil { return connect(for: call) }
    switch state {
    case .connected(let connection) where connection.takesCalls: connection.begin(call)
    case .connecting(let waiting): state = .connecting(waiting: waiting + [call])
    case .idle, .connected:
      state = .connecting(waiting: [call])
      connect()
    case .closed: break
    }
  }

  /// Ends a call since its task was cancelled.
  func cancel(_ ticket: CallTicket) {
    guard let call = calls[ObjectIdentifier(ticket)] else { return }
    abandon(call, .cancelledByCaller)
  }

  /// Tells the server that the reader of a stream has room for more.
  func makeRoom(_ ticket: CallTicket) {
    guard let call = calls[ObjectIdentifier(ticket)], let session = call.session else { return }
    connections.first { $0.session === session }?.makeRoom(for: call)
  }

  /// Sends what requests of a call wait.
  func sendRequests(of ticket: CallTicket) {
    guard let call = calls[ObjectIdentifier(ticket)], let session = call.session else { return }
    session.sendRequests(of: call)
    connections.first { $0.session === session }?.sendLater()
  }

  /// Ends all calls, closes all connections, and says when that is done.
  func close(_ done: @escaping () -> Void) {
    state = .closed
    timer = nil
    for call in calls.values { call.abandon(Status(.cancelled, "The channel was closed.")) }
    calls = [:]
    guard !connections.isEmpty else { return done() }
    closed.append(done)
    for connection in connections { connection.close() }
  }

  /// Forgets a call that has its result.
  func ended(_ call: ClientCall) { calls[ObjectIdentifier(call.ticket)] = nil }

  /// Forgets a connection that takes no more calls.
  func retired(_ connection: ClientConnection) {
    if case .connected(let current) = state, current === connection { state = .idle }
  }

  /// Forgets a connection that is closed.
  func closed(_ connection: ClientConnection) {
    retired(connection)
    connections.removeAll { $0 === connection }
    guard connections.isEmpty else { return }
    for done in closed { done() }
    closed = []
  }
}

extension ClientCore {
  /// Notes when the caller stops waiting; answers false if that is now.
  private func setDeadline(of call: ClientCall) -> Bool {
    guard let timeout = call.options.timeout else { return true }
    guard timeout > .zero else {
      call.end(.failure(.deadlinePassed(call, address)))
      return false
    }
    call.deadline = Deadline(now: loop.now, timeoutNanoseconds: timeout.wholeNanoseconds)
    setAlarm(call.deadline)
    return true
  }

  private func setAlarm(_ deadline: Deadline) {
    guard deadline < alarm else { return }
    alarm = deadline
    timer?.start(at: deadline.nanoseconds)
  }

  private func expire() {
    let now = loop.now
    alarm = .never
    var next = Deadline.never
    for call in calls.values {
      if call.deadline.nanoseconds <= now {
        abandon(call, .deadlinePassed(call, address))
      } else {
        next = min(next, call.deadline)
      }
    }
    setAlarm(next)
  }

  /// Ends a call that the server may still be working on.
  private func abandon(_ call: ClientCall, _ status: Status) {
    calls[ObjectIdentifier(call.ticket)] = nil
    call.abandon(status)
    if case .connecting(let waiting) = state {
      state = .connecting(waiting: waiting.filter { $0 !== call })
    }
    guard let session = call.session else { return }
    session.abandon(call)
    connections.first { $0.session === session }?.sendLater()
  }

  private func connect() { connect { $0.didConnect($1) } }

  /// Gives a call a connection of its own.
  private func connect(for call: ClientCall) {
    connect { core, result in
      switch result {
      case .failure(let error):
        core.ended(call)
        call.end(.failure(Status(.unavailable, error.description)))
      case .success(let socket):
        guard !call.hasEnded else { return socket.close() }
        let connection = core.add(socket, forOneCall: true)
        connection.begin(call)
        connection.start()
      }
    }
  }

  private func connect(_ done: @escaping (ClientCore, Result<Socket, NetError>) -> Void) {
    let timeout = UInt64(clamping: options.connectMilliseconds) * 1_000_000
    loop.connect(to: address, timeoutNanoseconds: timeout) { [weak self] result in
      guard let self else {
        if case .success(let socket) = result { socket.close() }
        return
      }
      done(self, result)
    }
  }

  private func add(_ socket: Socket, forOneCall isForOneCall: Bool) -> ClientConnection {
    let connection = ClientConnection(
      on: socket, session: makeSession(), forOneCall: isForOneCall, options, core: self)
    connections.append(connection)
    return connection
  }

  private func didConnect(_ result: Result<Socket, NetError>) {
    guard case .connecting(let waiting) = state else {
      // The channel was closed meanwhile.
      if case .success(let socket) = result { socket.close() }
      return
    }
    switch result {
    case .failure(let error):
      state = .idle
      for call in waiting where !call.hasEnded {
        ended(call)
        call.end(.failure(Status(.unavailable, error.description)))
      }
    case .success(let socket):
      let connection = add(socket, forOneCall: false)
      state = .connected(connection)
      for call in waiting where !call.hasEnded { connection.begin(call) }
      connection.start()
    }
  }

  private func makeSession() -> any ClientSession {
    let ended: (ClientCall, Result<[UInt8], Status>) -> Void = { [weak self] call, result in
      self?.ended(call)
      call.end(result)
    }
    switch transport {
    case .delimited: return DelimitedClientSession(address, options, ended: ended)
    case .grpc: return GRPCClientSession(address, options, ended: ended)
    }
  }
}

extension Status {
  static let cancelledByCaller = Status(.cancelled, "The caller's task was cancelled.")

  static func needsGRPC(_ path: MethodPath) -> Status {
    Status(
      .unimplemented, "\(path) takes a stream of requests, which only gRPC over HTTP/2 carries.")
  }

  static func deadlinePassed(_ call: ClientCall, _ address: SocketAddress) -> Status {
    let timeout = call.options.timeout.map { "\($0)" } ?? "its time"
    return Status(
      .deadlineExceeded, "\(address) did not answer \(call.path) within \(timeout).")
  }
}

extension Duration {
  /// The duration in nanoseconds, clamped to what 64 bits hold; a negative one is 0.
  var wholeNanoseconds: UInt64 {
    guard self > .zero else { return 0 }
    let (seconds, attoseconds) = components
    let (whole, overflows) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflows else { return .max }
    let (sum, exceeds) = whole.addingReportingOverflow(UInt64(attoseconds / 1_000_000_000))
    return exceeds ? .max : sum
  }
}
