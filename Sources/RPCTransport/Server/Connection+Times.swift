// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCNet

/// What a connection knows of time, in nanoseconds of its loop's clock; what is not due is
/// `UInt64.max`.
struct ConnectionTimes {
  var timer: LoopTimer?
  /// When the timer is due.
  var armedFor = UInt64.max
  /// When it must have shown what it speaks.
  var sniffEnd: UInt64
  /// Whether it was told to go before it had shown that.
  var isLeavingEarly = false
  /// When the last call was under way, or when the connection began.
  private(set) var lastCallAt: UInt64
  private var lastCall: UInt32 = 0
  private var hadCalls = false
  /// When the connection is too old.
  let old: UInt64
  /// When what is left of a connection that was told to go is cut.
  var graceEnd = UInt64.max
  /// When the socket's queue must have moved, and how much had left it before.
  var stall = UInt64.max
  var sentAtStall = 0

  init(now: UInt64, _ limits: Limits) {
    sniffEnd = now &+ limits.handshakeMilliseconds.millisecondsInNanoseconds
    lastCallAt = now
    guard let age = limits.ageMilliseconds else {
      old = .max
      return
    }
    // A tenth more or less (gRFC A9), so that not all that came at once go at once.
    let jittered = Double(age) * Double.random(in: 0.9...1.1)
    old = now &+ Int(jittered).millisecondsInNanoseconds
  }

  /// Takes note of the calls that a turn has seen.
  mutating func heed(_ session: any ServerSession, _ now: UInt64) {
    let (last, hasCalls) = (session.lastCall, session.callsInFlight > 0)
    if hasCalls || hadCalls || last != lastCall { lastCallAt = now }
    lastCall = last
    hadCalls = hasCalls
  }

  /// When it has been without a call for too long, unless one is under way.
  func idleEnd(_ limits: Limits) -> UInt64 {
    lastCallAt &+ limits.idleMilliseconds.millisecondsInNanoseconds
  }

  /// When the connection is to be told to go, or to be cut if it was.
  func leave(_ limits: Limits) -> UInt64 {
    graceEnd < .max ? graceEnd : min(old, idleEnd(limits))
  }

  /// Whether it is idle at the end of that time; counts it anew where it isn't.
  mutating func isIdle(_ queuedBytes: Int, now: UInt64) -> Bool {
    guard hadCalls || queuedBytes > 0 else { return true }
    lastCallAt = now
    return false
  }
}

/// How a connection keeps its time limits.
extension Connection {
  func watchForStall(_ queued: Int, _ now: UInt64) {
    times.sentAtStall = written - queued
    times.stall = now &+ limits.stalledOutputMilliseconds.millisecondsInNanoseconds
  }

  func arm() {
    times.armedFor = nextDue
    times.timer?.start(at: times.armedFor)
  }

  private var nextDue: UInt64 {
    switch state {
    case .sniffing: times.sniffEnd
    case .serving(let session):
      min(times.leave(limits), times.stall, session.nextDeadline.nanoseconds)
    case .closing: .max
    }
  }

  func timerFired() {
    let now = socket.loop.now
    times.armedFor = .max
    switch state {
    case .sniffing where times.isLeavingEarly: close(nil)
    case .sniffing:
      services.counters.add(.handshakeTimedOut)
      close("It did not say in time what it speaks.")
    case .serving(let session): tick(session, now)
    case .closing: return
    }
    if case .serving = state { arm() }
  }

  private func tick(_ session: any ServerSession, _ now: UInt64) {
    if session.nextDeadline.nanoseconds <= now {
      run(session) { session.expire(now: now, output: &$0) }
    }
    share.set(socket.queuedBytes)
    if times.stall <= now {
      guard written - socket.queuedBytes != times.sentAtStall else {
        services.counters.add(.outputStalled)
        server.report(ConnectionReport(peer: socket.peer, reason: "It doesn't read its replies."))
        return cut()
      }
      watchForStall(socket.queuedBytes, now)
    }
    guard times.leave(limits) <= now else { return }
    if times.graceEnd <= now {
      cut()
    } else if times.old <= now {
      sendAway(session, now, .tooOld)
    } else if times.isIdle(socket.queuedBytes, now: now) {
      sendAway(session, now, .idleTimedOut)
    }
  }

  /// Tells the client to go; what it has under way may finish, and what crosses that is answered.
  private func sendAway(
    _ session: any ServerSession, _ now: UInt64, _ reason: ServerCounters.Event
  ) {
    services.counters.add(reason)
    times.graceEnd = now &+ limits.ageGraceMilliseconds.millisecondsInNanoseconds
    run(session) { session.drainVerdict(now: now, &$0) }
  }
}
