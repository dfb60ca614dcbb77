// SPDX-License-Identifier: Apache-2.0

package import RPCCore

/// The server's side of the delimited protocol (`quotes.wire.v1`), from its preface on.
///
/// All calls that one read brings are answered in one output. Once that is large the session stops,
/// and goes on when the connection says that there is room. Warm, a call allocates nothing here.
package final class DelimitedSession: ServerSession {
  private let router: Router
  private let limits: Limits
  private let encodeDetails: (Status) -> [UInt8]
  private var state = State.preface(read: 0)
  private var splitter: DelimitedSplitter
  private var fields = DelimitedCallFields()
  private var context = CallContext(deadline: .never, metadata: Metadata())
  private var lastID: UInt32 = 0
  private var isDraining = false
  private var hasInputEnded = false

  private enum State {
    case preface(read: Int)
    case open
    /// A fault of the client's was answered; nothing more is read.
    case faulted(reason: String)
  }

  /// Creates a session. `encodeDetails` makes the `google.rpc.Status` of a status that has
  /// details, and nothing of one without.
  package init(router: Router, limits: Limits, encodeDetails: @escaping (Status) -> [UInt8]) {
    self.router = router
    self.limits = limits
    self.encodeDetails = encodeDetails
    splitter = DelimitedSplitter(limitBytes: limits.messageBytes)
  }

  package func receive(_ bytes: Span<UInt8>, now: UInt64, output: inout [UInt8]) -> SessionVerdict {
    var start = 0
    while case .preface(let read) = state, start < bytes.count {
      readPreface(bytes[start], read: read, &output)
      start += 1
    }
    guard case .open = state, start < bytes.count else { return verdict }
    let wasStopped = splitter.isStopped
    do throws(DelimitedFault) {
      try splitter.split(bytes.extracting(start...)) { take($0, now: now, &output) }
      // Each read also works off what waits: so the output grows until the connection reads no
      // more, and not the input.
      if wasStopped { try splitter.resume { take($0, now: now, &output) } }
    } catch {
      fault(Status(error), &output)
    }
    return verdict
  }

  package func outputDrained(now: UInt64, output: inout [UInt8]) -> SessionVerdict {
    guard case .open = state, splitter.isStopped else { return verdict }
    do throws(DelimitedFault) {
      try splitter.resume { take($0, now: now, &output) }
    } catch {
      fault(Status(error), &output)
    }
    return verdict
  }

  package func inputEnded(now: UInt64, output: inout [UInt8]) -> SessionVerdict {
    hasInputEnded = true
    return verdict
  }

  package func drain(output: inout [UInt8]) {
    guard !isDraining else { return }
    isDraining = true
    if case .open = state { sayGoingAway(&output) }
  }

  package func expire(now: UInt64, output: inout [UInt8]) -> SessionVerdict { verdict }

  /// Every call is answered before `receive` returns, so that none can expire.
  package var nextDeadline: Deadline { .never }

  /// None outlives `receive`.
  package var callsInFlight: Int { 0 }
}

extension DelimitedSession {
  private var verdict: SessionVerdict {
    switch state {
    case .faulted(let reason): return .closeAfterOutput(reason: reason)
    case .preface:
      return hasInputEnded ? .closeAfterOutput(reason: "It ended within the preface.") : .open
    case .open:
      // What was kept since the output was large is answered first.
      guard hasInputEnded || isDraining, !splitter.isStopped else { return .open }
      let isCut = hasInputEnded && splitter.hasRest
      return .closeAfterOutput(reason: isCut ? "It ended within a message." : nil)
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

  /// Takes one message; answers whether the next may follow at once.
  private func take(_ message: Span<UInt8>, now: UInt64, _ output: inout [UInt8]) -> Bool {
    do throws(WireError) {
      try fields.read(message)
    } catch {
      fault(Status(error), &output)
      return false
    }
    // Every call has been answered by now: a cancellation always comes too late.
    guard !fields.isCancel else { return true }
    let id = fields.id
    guard id > lastID else {
      fault(
        Status(.internal, "The call id \(id) is not above \(lastID), the one before it."), &output)
      return false
    }
    lastID = id
    if isDraining {
      refuse(id, Status(.unavailable, "The server is going away: connect anew."), &output)
    } else if let route = router.route(message.extracting(fields.method)) {
      answer(id, route, message.extracting(fields.message), now: now, &output)
    } else {
      refuse(id, .noSuchMethod(message.extracting(fields.method)), &output)
    }
    return output.count < limits.outputPieceBytes
  }

  private func answer(
    _ id: UInt32, _ route: Route, _ request: Span<UInt8>, now: UInt64, _ output: inout [UInt8]
  ) {
    prepareContext(now: now)
    let reply = output.beginReply(id: id)
    do throws(Status) {
      try route.run(request, &context, &output)
      let count = output.count - reply.messageStart
      // What stands around a response takes less than this.
      let most = limits.replyBytes - 32
      let limit = fields.maxReplyBytes == 0 ? most : min(most, Int(fields.maxReplyBytes))
      guard count <= limit else { throw .responseTooLarge(bytes: count, limit: limit) }
      output.endReply(reply)
    } catch {
      output.abandonReply(reply)
      refuse(id, error, &output)
    }
  }

  private func prepareContext(now: UInt64) {
    let timeout = UInt64(fields.timeoutMilliseconds) * 1_000_000
    context.deadline = timeout == 0 ? .never : Deadline(now: now, timeoutNanoseconds: timeout)
    if !context.metadata.isEmpty { context.metadata.removeAll() }
    if !fields.metadata.isEmpty { fields.exchangeMetadata(with: &context.metadata) }
    // This protocol doesn't carry them, but the next call must not find them.
    if !context.initialMetadata.isEmpty { context.initialMetadata.removeAll() }
    if !context.trailingMetadata.isEmpty { context.trailingMetadata.removeAll() }
  }

  private func refuse(_ id: UInt32, _ status: Status, _ output: inout [UInt8]) {
    var reply = DelimitedReply(id: id)
    reply.isLast = true
    reply.status = DelimitedStatus(
      code: status.code.rawValue, message: status.message,
      details: status.details.isEmpty ? [] : encodeDetails(status))
    output.append(delimited: reply)
  }

  /// Answers what no call can be blamed for; the connection ends.
  private func fault(_ status: Status, _ output: inout [UInt8]) {
    state = .faulted(reason: status.message)
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
