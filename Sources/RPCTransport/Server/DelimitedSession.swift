// SPDX-License-Identifier: Apache-2.0

package import RPCCore

/// The server's side of the delimited protocol (`quotes.wire.v1`), from its preface on.
///
/// All calls that one read brings are answered in one output, but for those that tasks answer. Once
/// that is large the session keeps the rest, and goes on when the connection says that there is room.
package final class DelimitedSession: ServerSession {
  private let limits: Limits
  private var calls: DelimitedCalls
  private let runs: DelimitedRuns
  private var state = State.preface(read: 0)
  /// What came while the output was large.
  private var unread: [UInt8] = []
  private var hasInputEnded = false
  private var isDraining = false
  /// When a connection that drains closes though its client has not: until then what the client
  /// sent before it knew is answered.
  private var drainEnd = Deadline.never
  private var drainIsOver = false

  private enum State {
    case preface(read: Int)
    case open
    /// A fault of the client's was answered; nothing more is read.
    case faulted(reason: String)
  }

  /// Creates the session of one connection.
  package init(services: Services, peer: Peer) {
    limits = services.limits
    runs = DelimitedRuns(services: services)
    calls = DelimitedCalls(services: services, peer: peer, runs: runs)
  }

  package var host: (any SessionHost)? {
    get { runs.host }
    set { runs.host = newValue }
  }

  package func receive(_ bytes: Span<UInt8>, now: UInt64, output: inout [UInt8]) -> SessionVerdict {
    read(bytes, now: now, output: &output)
    let held = calls.heldBytes + unread.count
    guard held != runs.heldBytes else { return decide() }
    runs.heldBytes = held
    if case .open = state, calls.heldBytes > limits.alwaysHeldRequestBytes,
      runs.services.isFullOfReplies
    {
      fault(.tooMuchWaitsInAll, &output)
    }
    return decide()
  }

  private func read(_ bytes: Span<UInt8>, now: UInt64, output: inout [UInt8]) {
    var start = 0
    while case .preface(let read) = state, start < bytes.count {
      readPreface(bytes[start], read: read, &output)
      start += 1
    }
    guard case .open = state, start < bytes.count else { return }
    guard unread.isEmpty else {
      // Each read also works off what waits: so the output grows until the connection reads no
      // more, and not the input.
      unread.append(copying: bytes.extracting(start...))
      return answerUnread(now: now, &output)
    }
    answer(bytes, from: &start, now: now, &output)
    if start < bytes.count { unread.append(copying: bytes.extracting(start...)) }
  }

  package func outputDrained(now: UInt64, output: inout [UInt8]) -> SessionVerdict {
    answerUnread(now: now, &output)
    return decide()
  }

  private func answerUnread(now: UInt64, _ output: inout [UInt8]) {
    guard case .open = state else { return }
    runs.moveOutput(to: &output)
    guard !unread.isEmpty, output.count < limits.outputPieceBytes else { return }
    // Taken out, so that it can be read while the rest of the session changes.
    var waiting: [UInt8] = []
    swap(&waiting, &unread)
    var start = 0
    answer(waiting.span, from: &start, now: now, &output)
    if start < waiting.count {
      waiting.removeSubrange(..<start)
      swap(&waiting, &unread)
    }
  }

  package func inputEnded(now: UInt64, output: inout [UInt8]) -> SessionVerdict {
    hasInputEnded = true
    return decide()
  }

  package func drain(now: UInt64, output: inout [UInt8]) {
    guard !isDraining else { return }
    isDraining = true
    drainEnd = Deadline(
      now: now, timeoutNanoseconds: limits.lingerMilliseconds.millisecondsInNanoseconds)
    if case .open = state { sayGoingAway(&output) }
  }

  package func expire(now: UInt64, output: inout [UInt8]) -> SessionVerdict {
    if drainEnd.nanoseconds <= now {
      drainEnd = .never
      drainIsOver = true
      calls.refusal = Status(.unavailable, "The server stops: connect anew.")
    }
    runs.expire(now: now, &output)
    return decide()
  }

  package func connectionLost() { runs.cancelAll() }

  package var nextDeadline: Deadline { min(drainEnd, runs.nextDeadline) }

  package var callsInFlight: Int { runs.count }

  package var lastCall: UInt32 { calls.lastID }
}

extension DelimitedSession {
  /// What the connection is to do now.
  private func decide() -> SessionVerdict {
    switch state {
    case .faulted(let reason): return .closeAfterOutput(reason: reason)
    case .preface:
      if drainIsOver { return .closeAfterOutput(reason: nil) }
      return hasInputEnded ? breakOff("It ended within the preface.") : .open
    case .open:
      // What was kept since the output was large is answered first, and what tasks answer.
      guard unread.isEmpty, runs.count == 0, runs.isQuiet, hasInputEnded || drainIsOver else {
        return .open
      }
      let isCut = hasInputEnded && calls.isWithinCall
      return isCut ? breakOff("It ended within a message.") : .closeAfterOutput(reason: nil)
    }
  }

  /// Ends the connection for what the client did, which is counted once.
  private func breakOff(_ reason: String) -> SessionVerdict {
    state = .faulted(reason: reason)
    runs.services.counters.add(.protocolBroken)
    return .closeAfterOutput(reason: reason)
  }

  private func answer(
    _ bytes: Span<UInt8>, from start: inout Int, now: UInt64, _ output: inout [UInt8]
  ) {
    do throws(Status) {
      try calls.answer(bytes, from: &start, now: now, &output)
    } catch {
      start = bytes.count
      fault(error, &output)
    }
  }

  private func readPreface(_ byte: UInt8, read: Int, _ output: inout [UInt8]) {
    let preface = DelimitedPreface.bytes
    guard byte == preface[read] else {
      output.append(contentsOf: preface)
      return fault(
        Status(.internal, "The preface is not 89 51 44 01, which begins version 1."), &output)
    }
    guard read + 1 == preface.count else {
      state = .preface(read: read + 1)
      return
    }
    state = .open
    output.append(contentsOf: preface)
    var greeting = DelimitedReply(id: 0)
    var taken = DelimitedLimits()
    taken.maxCallBytes = UInt32(clamping: limits.messageBytes)
    taken.maxReplyBytes = UInt32(clamping: limits.replyBytes)
    taken.maxCallsInFlight = UInt32(clamping: limits.concurrentStreams)
    taken.idleTimeoutMilliseconds = UInt32(clamping: limits.idleMilliseconds)
    greeting.limits = taken
    output.append(delimited: greeting)
    if isDraining { sayGoingAway(&output) }
  }

  /// Answers what no call can be blamed for; the connection ends.
  private func fault(_ status: Status, _ output: inout [UInt8]) {
    _ = breakOff(status.message)
    var reply = DelimitedReply(id: 0)
    reply.status = DelimitedStatus(code: status.code.rawValue, message: status.message, details: [])
    output.append(delimited: reply)
  }

  private func sayGoingAway(_ output: inout [UInt8]) {
    var reply = DelimitedReply(id: 0)
    reply.isGoingAway = true
    output.append(delimited: reply)
  }
}
