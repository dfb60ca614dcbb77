// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCNet

/// The client's side of the delimited protocol (`quotes.wire.v1`), from its preface on.
final class DelimitedClientSession: ClientSession {
  private let address: SocketAddress
  private let options: ClientOptions
  private let ended: (ClientCall, AttemptEnd) -> Void
  private var splitter: DelimitedSplitter
  private var prefaceRead = 0
  /// What the server takes; nil until it has said so.
  private var limits: DelimitedLimits?
  private var lastID: UInt32 = 0
  private var inFlight: [UInt32: ClientCall] = [:]
  /// Calls for which there is no room yet.
  private var waiting: [ClientCall] = []
  private var output = DelimitedPreface.bytes
  private var isGoingAway = false
  private(set) var isHeldBack = false
  private var now: UInt64 = 0

  /// What stands around a response, and a status with its details.
  private static let replyOverheadBytes = 64 << 10

  init(
    _ address: SocketAddress, _ options: ClientOptions,
    ended: @escaping (ClientCall, AttemptEnd) -> Void
  ) {
    self.address = address
    self.options = options
    self.ended = ended
    splitter = DelimitedSplitter(limitBytes: options.messageBytes + Self.replyOverheadBytes)
  }

  var isReady: Bool { limits != nil }

  var protocolName: String { "the delimited protocol" }

  var applicationProtocol: String { ApplicationProtocol.delimited }

  var needsAgreement: Bool { false }

  var takesCalls: Bool { !isGoingAway && lastID < .max - 1_000_000 }

  var isFinished: Bool { false }

  var callsInFlight: Int { inFlight.count + waiting.count }

  func begin(_ call: ClientCall, now: UInt64) {
    self.now = now
    waiting.append(call)
  }

  func abandon(_ call: ClientCall) {
    guard inFlight.removeValue(forKey: call.wireID) != nil else {
      waiting.removeAll { $0 === call }
      return
    }
    output.append(delimited: DelimitedCall(id: call.wireID, isCancel: true))
  }

  /// The protocol has no streams of requests.
  func sendRequests(of call: ClientCall) {}

  /// Nor a way to ask for a sign of life: TCP's own keepalive has to do.
  func ping() {}

  var canPing: Bool { false }

  func takeAskedTooOften() -> Bool { false }

  var farewell: String? { isGoingAway ? "it goes away" : nil }

  func makeRoom(for call: ClientCall) { isHeldBack = false }

  func produce(into output: inout [UInt8], upTo limit: Int) {
    while self.output.count < limit, let call = waiting.first, hasRoom(for: call) {
      waiting.removeFirst()
      send(call)
    }
    if output.isEmpty { swap(&output, &self.output) } else { output += self.output }
    self.output.removeAll(keepingCapacity: true)
  }

  func receive(_ bytes: Span<UInt8>, now: UInt64) -> Status? {
    self.now = now
    var start = 0
    while prefaceRead < DelimitedPreface.bytes.count, start < bytes.count {
      guard bytes[start] == DelimitedPreface.bytes[prefaceRead] else {
        return Status(.unavailable, "\(address) doesn't speak the delimited protocol, version 1.")
      }
      start += 1
      prefaceRead += 1
    }
    do throws(DelimitedFault) {
      while let place = try splitter.next(bytes, from: &start) {
        let fault: Status?
        switch place {
        case .inPiece(let range): fault = take(bytes.extracting(range))
        case .held(let range):
          let held = splitter.takeHeld()
          fault = take(held.span.extracting(range))
        }
        if let fault { return fault }
      }
      return nil
    } catch {
      return Status(error)
    }
  }

  func fail(_ status: Status) {
    let calls = inFlight.values
    inFlight = [:]
    isGoingAway = true
    refuseWaiting(status)
    for call in calls { ended(call, .failure(status, call.isAnswered ? .final : .unanswered)) }
  }
}

extension DelimitedClientSession {
  private func hasRoom(for call: ClientCall) -> Bool {
    guard let limits else { return false }
    return limits.maxCallsInFlight == 0 || inFlight.count < Int(limits.maxCallsInFlight)
  }

  /// Gives the calls back that there was no room for.
  private func refuseWaiting(_ status: Status) {
    let calls = waiting
    waiting = []
    for call in calls { ended(call, .failure(status, .unsent)) }
  }

  private func send(_ call: ClientCall) {
    lastID += 1
    var message = DelimitedCall(
      id: lastID, method: "\(call.path)", message: call.request, metadata: call.options.metadata,
      maxReplyBytes: UInt32(clamping: options.messageBytes))
    if call.deadline != .never {
      let left = call.deadline.nanoseconds - min(now, call.deadline.nanoseconds)
      message.timeoutMilliseconds = UInt32(clamping: max(1, (left + 999_999) / 1_000_000))
    }
    let bytes = message.wire
    if let limit = limits?.maxCallBytes, limit > 0, bytes.count > Int(limit) {
      return ended(
        call,
        .failure(
          Status(
            .resourceExhausted,
            "A call of \(bytes.count) bytes is more than the \(limit) that \(address) takes."),
          .final))
    }
    call.wireID = lastID
    call.sent(keepingUpTo: options.keptRequestBytes)
    inFlight[lastID] = call
    output.append(varint: UInt64(bytes.count))
    output += bytes
  }

  /// Takes one reply; answers why the connection can't go on, or nil.
  private func take(_ message: Span<UInt8>) -> Status? {
    let reply: DelimitedReply
    do throws(WireError) {
      reply = try DelimitedReply(wire: message)
    } catch {
      return Status(.internal, "A reply of \(address) can't be read: \(error).")
    }
    guard reply.id > 0 else { return takeOfConnection(reply) }
    guard reply.id <= lastID else {
      return Status(.internal, "\(address) replied to call \(reply.id), which was never sent.")
    }
    // A reply to a call that was abandoned comes too late for anyone.
    guard let call = inFlight[reply.id] else { return nil }
    if let inbox = call.inbox {
      take(reply, of: call, for: inbox)
      return nil
    }
    guard reply.isLast else {
      abandon(call)
      let words = "\(address) began a stream of replies to \(call.path), which has one."
      ended(call, .failure(Status(.internal, words), .final))
      return nil
    }
    inFlight[reply.id] = nil
    if let status = reply.status, status.code != 0 {
      ended(call, .failure(self.status(status), .unanswered))
    } else if let status = refusal(of: reply) {
      ended(call, .failure(status, .final))
    } else {
      ended(call, .response(reply.message))
    }
    return nil
  }

  /// Takes a reply of a stream.
  private func take(_ reply: DelimitedReply, of call: ClientCall, for inbox: ReplyInbox) {
    if let status = refusal(of: reply) {
      abandon(call)
      return ended(call, .failure(status, .final))
    }
    if !reply.isLast || !reply.message.isEmpty {
      call.answerBegins()
      let message = ReceivedMessage(reply.message, wasCompressed: false)
      if !inbox.put(message) { isHeldBack = true }
    }
    guard reply.isLast else { return }
    inFlight[reply.id] = nil
    if let status = reply.status, status.code != 0 {
      ended(call, .failure(self.status(status), call.isAnswered ? .final : .unanswered))
    } else {
      ended(call, .response([]))
    }
  }

  /// Why a reply can't be handed on; nil where it can.
  private func refusal(of reply: DelimitedReply) -> Status? {
    let limit = options.messageBytes
    let count = reply.message.count
    return count > limit ? .responseTooLarge(bytes: count, limit: limit) : nil
  }

  private func takeOfConnection(_ reply: DelimitedReply) -> Status? {
    if let limits = reply.limits { self.limits = limits }
    if reply.isGoingAway {
      isGoingAway = true
      refuseWaiting(Status(.unavailable, "\(address) goes away, and takes no new calls."))
    }
    return reply.status.map(status)
  }

  private func status(_ status: DelimitedStatus) -> Status {
    Status(
      Status.Code(rawValue: status.code), status.message,
      details: status.details.isEmpty ? [] : options.decodeDetails(status.details))
  }
}
