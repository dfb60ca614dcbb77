// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCNet

/// A channel's calls, on the channel's loop: when they begin, are tried again, and end.
final class ClientCore {
  private let loop: EventLoop
  private let address: SocketAddress
  private let transport: TransportProtocol
  private let retries: RetryPolicy
  private let connectivity: Connectivity
  private var calls: [ObjectIdentifier: ClientCall] = [:]
  private var timer: LoopTimer?
  /// When the timer fires: at or before the earliest deadline and the earliest next try.
  private var alarm = Deadline.never

  init(
    on loop: EventLoop, to address: SocketAddress, over transport: TransportProtocol,
    options: ClientOptions
  ) {
    self.loop = loop
    self.address = address
    self.transport = transport
    retries = options.retries
    connectivity = Connectivity(on: loop, to: address, over: transport, options: options)
    connectivity.core = self
    timer = loop.makeTimer { [unowned self] in expire() }
  }

  deinit { for call in calls.values { call.end(.failure(.channelClosed(address))) } }

  /// Begins a call, over a new connection if there is none.
  func begin(_ call: ClientCall) {
    guard !call.ticket.isCancelled else { return call.end(.failure(.cancelledByCaller)) }
    if transport == .delimited, call.outbox != nil {
      return call.end(.failure(.needsGRPC(call.path)))
    }
    guard setDeadline(of: call) else { return }
    calls[ObjectIdentifier(call.ticket)] = call
    connectivity.place(call)
  }

  /// Ends a call since its task was cancelled.
  func cancel(_ ticket: CallTicket) {
    guard let call = calls[ObjectIdentifier(ticket)] else { return }
    abandon(call, .cancelledByCaller)
  }

  /// Tells the server that the reader of a stream has room for more.
  func makeRoom(_ ticket: CallTicket) {
    guard let call = calls[ObjectIdentifier(ticket)] else { return }
    connectivity.connection(of: call)?.makeRoom(for: call)
  }

  /// Sends what requests of a call wait.
  func sendRequests(of ticket: CallTicket) {
    guard let call = calls[ObjectIdentifier(ticket)], let session = call.session else { return }
    session.sendRequests(of: call)
    connectivity.connection(of: call)?.sendLater()
  }

  /// Ends all calls, closes all connections, and says when that is done.
  func close(_ done: @escaping () -> Void) {
    timer = nil
    for call in calls.values { call.abandon(Status(.cancelled, "The channel was closed.")) }
    calls = [:]
    connectivity.close(done)
  }

  /// Gives the caller the result of a try, or tries again.
  func tried(_ call: ClientCall, _ end: AttemptEnd) {
    call.session = nil
    guard !call.hasEnded else { return }
    switch next(after: end, of: call) {
    case .end:
      calls[ObjectIdentifier(call.ticket)] = nil
      call.end(end.result)
    case .atOnce:
      // Not from within what the session is just reading.
      loop.beforeWaiting { [weak self] in self?.connectivity.place(call) }
    case .after(let pause):
      call.nextTry = Deadline(now: loop.now, timeoutNanoseconds: pause.wholeNanoseconds)
      setAlarm(call.nextTry)
    }
  }

  /// What follows a try. A pause that would outlast the deadline is no use: the caller learns at once
  /// what went wrong.
  private func next(after end: AttemptEnd, of call: ClientCall) -> CallAttempts.Next {
    guard case .failure = end.result, call.canBeSentAgain else { return .end }
    let next = call.attempts.next(
      after: end, by: call.options.isRepeatable ? retries : nil,
      waits: call.options.waitsForReady)
    guard case .after(let pause) = next, call.deadline != .never else { return next }
    let due = Deadline(now: loop.now, timeoutNanoseconds: pause.wholeNanoseconds)
    return due < call.deadline ? next : .end
  }
}

extension ClientCore {
  /// Notes when the caller stops waiting; answers false if that is now.
  private func setDeadline(of call: ClientCall) -> Bool {
    guard let timeout = call.options.timeout else { return true }
    guard timeout > .zero else {
      call.end(.failure(.deadlinePassed(call, address, nil)))
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
    var due: [ClientCall] = []
    for call in calls.values {
      if call.deadline.nanoseconds <= now {
        abandon(call, .deadlinePassed(call, address, connectivity.obstacle(of: call)))
      } else if call.nextTry.nanoseconds <= now {
        due.append(call)
      } else {
        next = min(next, call.deadline, call.nextTry)
      }
    }
    for call in due {
      call.nextTry = .never
      next = min(next, call.deadline)
    }
    setAlarm(next)
    for call in due { connectivity.place(call) }
  }

  /// Ends a call that the server may still be working on.
  private func abandon(_ call: ClientCall, _ status: Status) {
    calls[ObjectIdentifier(call.ticket)] = nil
    call.abandon(status)
    guard let session = call.session else {
      connectivity.remove(call)
      return
    }
    session.abandon(call)
    connectivity.connection(of: call)?.sendLater()
  }
}

extension Status {
  static let cancelledByCaller = Status(.cancelled, "The caller's task was cancelled.")

  static func needsGRPC(_ path: MethodPath) -> Status {
    Status(
      .unimplemented, "\(path) takes a stream of requests, which only gRPC over HTTP/2 carries.")
  }

  static func deadlinePassed(
    _ call: ClientCall, _ address: SocketAddress, _ obstacle: String?
  ) -> Status {
    let timeout = call.options.timeout.map(\.roundedText) ?? "its time"
    return Status(
      .deadlineExceeded,
      "\(address) did not answer \(call.path) within \(timeout)."
        + (obstacle.map { " \($0)" } ?? ""))
  }
}

extension Duration {
  /// The duration in whole milliseconds: a call may have what a step before it has left.
  fileprivate var roundedText: String {
    guard self > .zero else { return "\(self)" }
    let (whole, rest) = wholeNanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
    return "\(Duration.milliseconds(Int64(clamping: whole) + (rest > 0 ? 1 : 0)))"
  }

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
