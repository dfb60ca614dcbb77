// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCNet

/// One client's connection: finds out what it speaks, then carries bytes between the socket and the
/// protocol's session, with one write for each read, and keeps the time limits.
final class Connection: SocketHandler {
  enum State {
    case sniffing(Sniffer)
    case serving(any ServerSession)
    case closing
  }

  /// Where the loop keeps the connection while it is open.
  var index = 0

  let socket: Socket
  let peer: Peer
  let entrance: Entrance
  let services: Services
  let server: LoopServer
  let limits: Limits
  var state = State.sniffing(Sniffer())
  var secure: SecureLayer?
  /// What is counted when it goes, by what it speaks.
  var farewell: ServerCounters.Event?
  var times: ConnectionTimes
  private var isPaused = false
  private var willSend = false
  /// Bytes that were given to the socket.
  var written = 0
  /// What of the loop's waiting replies lies in the socket.
  var share: ReplyRoom.Share

  /// Creates the connection of an accepted socket.
  init(
    _ socket: Socket, of peer: Peer, by entrance: Entrance, at services: Services,
    server: LoopServer
  ) {
    self.socket = socket
    self.peer = peer
    self.entrance = entrance
    self.services = services
    share = ReplyRoom.Share(of: services.share.room)
    self.server = server
    limits = services.limits
    times = ConnectionTimes(now: socket.loop.now, limits)
  }

  /// Starts to read.
  func start() {
    times.timer = socket.loop.makeTimer { [unowned self] in timerFired() }
    arm()
    socket.handler = self
    socket.resumeReading()
  }

  /// Tells the client that the server stops; the connection closes when its calls are done.
  func drain() {
    switch state {
    case .sniffing:
      // Its first call may be under way; it is answered before it is told.
      times.sniffEnd = min(
        times.sniffEnd, socket.loop.now &+ limits.lingerMilliseconds.millisecondsInNanoseconds)
      times.isLeavingEarly = true
      arm()
    case .serving(let session): run(session) { session.drainVerdict(now: socket.loop.now, &$0) }
    case .closing: break
    }
  }

  /// Closes at once.
  func cut() {
    endSession()
    socket.close()
  }

  /// How many calls have begun and not ended.
  var callsInFlight: Int {
    if case .serving(let session) = state { session.callsInFlight } else { 0 }
  }

  func socket(_ socket: Socket, didRead bytes: Span<UInt8>) {
    services.counters.add(.byteReceived, bytes.count)
    if let secure { decrypt(bytes, secure) } else { take(bytes) }
  }

  /// Takes what the client says, without what hides it.
  func take(_ bytes: Span<UInt8>) {
    let now = socket.loop.now
    switch state {
    case .serving(let session):
      var output = beginTurn()
      let verdict = session.receive(bytes, now: now, output: &output)
      endTurn(session, verdict, now, &output)
    case .sniffing(var sniffer):
      let finding = sniffer.look(at: bytes)
      state = .sniffing(sniffer)
      if finding != .undecided { begin(finding, with: sniffer.held, bytes) }
    case .closing:
      break
    }
  }

  func socketDidDrain(_ socket: Socket) {
    times.stall = .max
    share.set(0)
    guard case .serving(let session) = state else { return }
    if isPaused {
      isPaused = false
      socket.resumeReading()
    }
    run(session) { session.outputDrained(now: socket.loop.now, output: &$0) }
  }

  func socketDidEndInput(_ socket: Socket) {
    switch state {
    case .sniffing: close(nil)
    case .serving(let session):
      run(session) { session.inputEnded(now: socket.loop.now, output: &$0) }
    case .closing: break
    }
  }

  func socketDidClose(_ socket: Socket, _ error: NetError?) {
    endSession()
    times.timer = nil
    share.set(0)
    countEnd()
    server.closed(self, peer: peer)
  }
}

extension Connection {
  /// Lets the session work, and does what it decides.
  func run(
    _ session: any ServerSession, _ work: (inout [UInt8]) -> SessionVerdict
  ) {
    var output = beginTurn()
    let verdict = work(&output)
    endTurn(session, verdict, socket.loop.now, &output)
  }

  private func beginTurn() -> [UInt8] {
    services.share.room.beginTurn()
    return server.takeOutput()
  }

  private func endTurn(
    _ session: any ServerSession, _ verdict: SessionVerdict, _ now: UInt64, _ output: inout [UInt8]
  ) {
    finish(session, verdict, now, &output)
    server.giveBack(&output)
    share.set(socket.queuedBytes)
    services.share.room.endTurn()
    services.meter.endTurn(since: now)
    times.heed(session, now)
  }

  /// Writes what a session has made, lets it make more while the kernel takes all, and does what it
  /// decides.
  private func finish(
    _ session: any ServerSession, _ first: SessionVerdict, _ now: UInt64, _ output: inout [UInt8]
  ) {
    var verdict = first
    while !output.isEmpty {
      write(&output)
      guard case .open = verdict, socket.queuedBytes == 0 else { break }
      verdict = session.outputDrained(now: now, output: &output)
    }
    if case .closeAfterOutput(let reason) = verdict { return close(reason) }
    heedOutput(session, now)
  }

  /// Writes what a session has made, encrypted where there is TLS.
  func write(_ output: inout [UInt8]) {
    var count = output.count
    if let secure { count = secure.write(&output) } else { socket.write(&output) }
    services.counters.add(.byteSent, count)
    written += count
  }

  /// Takes note of what was written.
  func heedOutput(_ session: any ServerSession, _ now: UInt64) {
    let queued = socket.queuedBytes
    if queued > 0 { holdBack(queued, now) }
    if min(session.nextDeadline.nanoseconds, times.stall) < times.armedFor { arm() }
  }

  private func holdBack(_ queued: Int, _ now: UInt64) {
    if times.stall == .max { watchForStall(queued, now) }
    // Who leaves in the socket what it was sent may make no more of it where there is too much.
    let limit = services.isFullOfReplies ? 0 : limits.queuedOutputBytes
    guard queued > limit, !isPaused else { return }
    isPaused = true
    socket.pauseReading()
  }

  /// Closes once the output is sent, with a reason for the log where something went wrong.
  func close(_ reason: String?) {
    if case .closing = state { return }
    endSession()
    times.timer?.stop()
    secure?.end()
    if let reason { server.report(ConnectionReport(peer: socket.peer, reason: reason)) }
    let linger =
      socket.queuedBytes > 0 ? limits.stalledOutputMilliseconds : limits.lingerMilliseconds
    socket.closeAfterWriting(lingeringFor: linger.millisecondsInNanoseconds)
  }
}

extension Connection: SessionHost {
  /// What all tasks give it in one turn of the loop goes out in one write.
  func sessionHasOutput() {
    guard !willSend else { return }
    willSend = true
    socket.loop.beforeWaiting { [weak self] in self?.sendWhatTasksGave() }
  }

  private func sendWhatTasksGave() {
    willSend = false
    // While earlier output waits, it would only lie in memory beside it.
    guard case .serving(let session) = state, socket.queuedBytes == 0 else { return }
    run(session) { session.outputDrained(now: socket.loop.now, output: &$0) }
  }

  /// Lets go of the session; the tasks of its calls end with it.
  private func endSession() {
    guard case .serving(let session) = state else { return state = .closing }
    state = .closing
    session.connectionLost()
  }
}
