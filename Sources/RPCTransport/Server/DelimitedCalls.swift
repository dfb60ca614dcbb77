// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

/// Answers the calls of one delimited connection, one after the other.
///
/// A struct, so that its session takes hold of all of it once a read and not once for each field of
/// each call. Warm, a call allocates nothing here.
struct DelimitedCalls {
  private let router: Router
  private let limits: Limits
  private let encodeDetails: (Status) -> [UInt8]
  private var splitter: DelimitedSplitter
  private var fields = DelimitedCallFields()
  private var context = CallContext(deadline: .never, metadata: Metadata())
  private var lastID: UInt32 = 0

  init(router: Router, limits: Limits, encodeDetails: @escaping (Status) -> [UInt8]) {
    self.router = router
    self.limits = limits
    self.encodeDetails = encodeDetails
    splitter = DelimitedSplitter(limitBytes: limits.messageBytes)
  }

  /// Whether a call has begun to arrive that isn't whole.
  var isWithinCall: Bool { splitter.isWithinMessage }

  /// Answers calls from `offset` on, which moves, until all bytes are taken or the output is large.
  /// Throws what no call can be blamed for; the connection ends then.
  mutating func answer(
    _ bytes: Span<UInt8>, from offset: inout Int, now: UInt64, _ output: inout [UInt8]
  ) throws(Status) {
    while output.count < limits.outputPieceBytes, let place = try next(bytes, from: &offset) {
      switch place {
      case .inPiece(let range): try take(bytes.extracting(range), now: now, &output)
      case .held(let range):
        let held = splitter.takeHeld()
        try take(held.span.extracting(range), now: now, &output)
      }
    }
  }

  private mutating func next(
    _ bytes: Span<UInt8>, from offset: inout Int
  ) throws(Status) -> DelimitedSplitter.Place? {
    do throws(DelimitedFault) {
      return try splitter.next(bytes, from: &offset)
    } catch {
      throw Status(error)
    }
  }

  private mutating func take(
    _ message: Span<UInt8>, now: UInt64, _ output: inout [UInt8]
  ) throws(Status) {
    do throws(WireError) {
      try fields.read(message)
    } catch {
      throw Status(error)
    }
    // Every call has been answered by now: a cancellation always comes too late.
    guard !fields.isCancel else { return }
    let id = fields.id
    guard id > lastID else {
      throw Status(.internal, "The call id \(id) is not above \(lastID), the one before it.")
    }
    lastID = id
    if let route = router.route(message.extracting(fields.method)) {
      answer(id, route, message.extracting(fields.message), now: now, &output)
    } else {
      refuse(id, .noSuchMethod(message.extracting(fields.method)), &output)
    }
  }

  private mutating func answer(
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

  private mutating func prepareContext(now: UInt64) {
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
      details: encodeDetails(status))
    output.append(delimited: reply)
  }
}
