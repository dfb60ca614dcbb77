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

  /// Creates a session; its settings go out with the first output.
  package init(
    services: Services, peer: Peer, responses: GRPCResponses, memory: HTTP2Memory
  ) {
    self.services = services
    self.responses = responses
    let limits = services.limits
    calls = GRPCConnectionCalls(peer: peer, limits: limits, room: services.share.room)
    http2 = HTTP2Session(
      .server,
      settings: HTTP2Settings(
        maxConcurrentStreams: limits.concurrentStreams, headerListBytes: limits.headerListBytes,
        streamWindowBytes: limits.streamWindowBytes,
        connectionWindowBytes: limits.connectionWindowBytes),
      memory: memory)
    http2.delegate = self
  }

  deinit { calls.count(waiting: 0) }

  package var host: (any SessionHost)? {
    get { calls.host }
    set { calls.host = newValue }
  }

  package var nextDeadline: Deadline { min(http2.nextDeadline, stallDeadline) }

  package var callsInFlight: Int { http2.streamCount }

  package func receive(_ bytes: Span<UInt8>, now: UInt64, output: inout [UInt8]) -> SessionVerdict {
    do throws(HTTP2Error) {
      try http2.receive(bytes, now: now)
    } catch {
      failure = String(describing: error)
    }
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
      failure = "The client's windows have let nothing through for too long."
      http2.terminate(.enhanceYourCalm)
    }
    return produce(now: now, into: &output)
  }

  package func connectionLost() { http2.connectionLost() }

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

  package func settingsReceived(in session: HTTP2Session) {}

  private static let brokenRules = "The client broke HTTP/2's rules, and was told how."

  private func produce(now: UInt64, into output: inout [UInt8]) -> SessionVerdict {
    http2.produce(into: &output, upTo: services.limits.outputPieceBytes)
    if !calls.heldBack.isEmpty { calls.releaseHeldBack() }
    watchForStall(now)
    if http2.isFinished {
      let wasExpected = isDraining || clientWentAway
      return .closeAfterOutput(reason: failure ?? (wasExpected ? nil : Self.brokenRules))
    }
    return hasInputEnded && !http2.hasOutput ? .closeAfterOutput(reason: failure) : .open
  }

  private func watchForStall(_ now: UInt64) {
    calls.count(waiting: http2.outputWaiting)
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
