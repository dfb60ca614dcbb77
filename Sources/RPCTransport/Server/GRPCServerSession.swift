// SPDX-License-Identifier: Apache-2.0

package import RPCCore
package import RPCHTTP2

/// The server's side of a gRPC connection.
package final class GRPCServerSession: ServerSession, HTTP2SessionDelegate {
  private let services: Services
  private let responses: GRPCResponses
  private let http2: HTTP2Session
  private let calls: GRPCConnectionCalls
  private var isDraining = false
  private var hasInputEnded = false
  private var clientWentAway = false
  private var failure: String?
  /// When what waits must have moved, and how much of all had then.
  private var stallDeadline = Deadline.never
  private var producedAtStall: UInt64 = 0
  /// When the client's settings must be here.
  private var greetingDeadline: Deadline

  /// Creates a session; its settings go out with the first output.
  package init(
    services: Services, peer: Peer, responses: GRPCResponses, memory: HTTP2Memory, now: UInt64
  ) {
    self.services = services
    self.responses = responses
    let limits = services.limits
    calls = GRPCConnectionCalls(peer: peer, limits: limits, room: services.share.room)
    http2 = HTTP2Session(.server, settings: HTTP2Settings(limits), memory: memory)
    greetingDeadline = Deadline(
      now: now, timeoutNanoseconds: limits.handshakeMilliseconds.millisecondsInNanoseconds)
    http2.delegate = self
  }

  deinit { calls.countNothing() }

  package var host: (any SessionHost)? {
    get { calls.host }
    set { calls.host = newValue }
  }

  package var nextDeadline: Deadline { min(http2.nextDeadline, stallDeadline, greetingDeadline) }

  package var callsInFlight: Int { http2.streamCount }

  package var lastCall: UInt32 { UInt32(truncatingIfNeeded: http2.highestPeerID) }

  package func receive(_ bytes: Span<UInt8>, now: UInt64, output: inout [UInt8]) -> SessionVerdict {
    // What can't go on ends with its last output, and says why then.
    try? http2.receive(bytes, now: now)
    return produce(now: now, into: &output)
  }

  package func inputEnded(now: UInt64, output: inout [UInt8]) -> SessionVerdict {
    hasInputEnded = true
    // What was answered inline goes out. No task's reply could: a client that takes part in HTTP/2
    // has to send, were it only what it gives back of its windows.
    for stream in http2.streams {
      (stream.handler as? GRPCCall)?.clientHasGone(stream, in: http2)
    }
    return produce(now: now, into: &output)
  }

  package func outputDrained(now: UInt64, output: inout [UInt8]) -> SessionVerdict {
    produce(now: now, into: &output)
  }

  package func drain(now: UInt64, output: inout [UInt8]) {
    guard !isDraining else { return }
    isDraining = true
    http2.announceShutdown()
    http2.produce(into: &output, upTo: .max)
  }

  package func expire(now: UInt64, output: inout [UInt8]) -> SessionVerdict {
    http2.expire(now: now)
    if stallDeadline.nanoseconds <= now, http2.bodyBytesProduced == producedAtStall {
      services.counters.add(.outputStalled)
      let reason = "The client's windows have let nothing through for too long."
      failure = reason
      http2.terminate(.enhanceYourCalm, reason)
    }
    if greetingDeadline.nanoseconds <= now {
      greetingDeadline = .never
      services.counters.add(.handshakeTimedOut)
      let reason = "The client sent no settings in time."
      failure = reason
      http2.terminate(.settingsTimeout, reason)
    }
    return produce(now: now, into: &output)
  }

  package func connectionLost() {
    http2.connectionLost()
    calls.countNothing()
  }

  package func makeHandler(in session: HTTP2Session) -> any HTTP2StreamHandler {
    GRPCCall(services: services, responses: responses, calls: calls)
  }

  package func pingAcknowledged(in session: HTTP2Session) {
    // Every stream that the client began before it saw the first GOAWAY is known now.
    if isDraining { session.refuseNewStreams() }
  }

  package func goAwayReceived(
    in session: HTTP2Session, lastStreamID: Int32, code: HTTP2ErrorCode, reason: String
  ) {
    clientWentAway = true
  }

  package func settingsReceived(in session: HTTP2Session) { greetingDeadline = .never }

  package func streamReset(in session: HTTP2Session, byPeer: Bool, code: HTTP2ErrorCode) {
    services.counters.add(ServerCounters.Event(resetByPeer: byPeer, code))
  }

  private static let brokenRules = "The client broke HTTP/2's rules, and was told how."

  private func produce(now: UInt64, into output: inout [UInt8]) -> SessionVerdict {
    http2.produce(into: &output, upTo: services.limits.outputPieceBytes)
    if !calls.heldBack.isEmpty { calls.releaseHeldBack() }
    watchForStall(now)
    if http2.isFinished {
      return .closeAfterOutput(reason: failure ?? fault)
    }
    return hasInputEnded && !http2.hasOutput ? .closeAfterOutput(reason: failure) : .open
  }

  /// What the client did that ended the connection; nil where it was expected to end.
  private var fault: String? {
    if let fault = http2.fault {
      services.counters.add(fault.isFlood ? .flooded : .protocolBroken)
      return fault.description
    }
    guard !isDraining, !clientWentAway else { return nil }
    services.counters.add(.protocolBroken)
    return Self.brokenRules
  }

  private func watchForStall(_ now: UInt64) {
    calls.count(in: http2)
    if http2.outputWaiting == 0 {
      stallDeadline = .never
    } else if stallDeadline == .never || http2.bodyBytesProduced != producedAtStall {
      producedAtStall = http2.bodyBytesProduced
      stallDeadline = Deadline(
        now: now,
        timeoutNanoseconds: services.limits.stalledOutputMilliseconds.millisecondsInNanoseconds)
    }
  }
}
