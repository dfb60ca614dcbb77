// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

/// Answers the calls of one delimited connection, one after the other, or leaves them to tasks.
///
/// A struct, so that its session takes hold of all of it once a read and not once for each field of
/// each call. Warm, a call allocates nothing here.
struct DelimitedCalls {
  private let services: Services
  private let limits: Limits
  private let runs: DelimitedRuns
  private var splitter: DelimitedSplitter
  private var fields: DelimitedCallFields
  private var cancels: LeakyBucket
  private var context: CallContext
  /// The number of the last call.
  private(set) var lastID: UInt32 = 0
  /// What is held of a call that isn't whole, in bytes. Stored, since to ask the splitter through
  /// this value would copy all of it, after each read.
  private(set) var heldBytes = 0
  /// Why no call is served any more; nil while they are.
  var refusal: Status?

  init(services: Services, peer: Peer, runs: DelimitedRuns) {
    self.services = services
    self.runs = runs
    limits = services.limits
    fields = DelimitedCallFields(metadataLimitBytes: limits.headerListBytes)
    cancels = LeakyBucket(burst: limits.strayFrames, perSecond: Self.cancelsPerSecond)
    context = CallContext(peer: peer)
    splitter = DelimitedSplitter(limitBytes: limits.messageBytes)
  }

  /// As often as a stream may be reset over HTTP/2.
  private static let cancelsPerSecond = 30

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
    heldBytes = splitter.heldBytes
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
    let id = fields.id
    guard !fields.isCancel else {
      guard cancels.take(now: now) else { throw .tooManyCancels }
      return runs.cancel(id, &output)
    }
    guard id > lastID else {
      throw Status(.internal, "The call id \(id) is not above \(lastID), the one before it.")
    }
    lastID = id
    prepareContext(now: now)
    let route = services.router.route(message.extracting(fields.method))
    if fields.hasTooMuchMetadata {
      let status = Status.tooMuchMetadata(
        bytes: fields.metadataBytes, limit: limits.headerListBytes)
      refuse(id, status, begin(route, now: now), &output)
    } else if let route, refusal == nil {
      answer(id, route, message.extracting(fields.message), now: now, &output)
    } else {
      if route == nil { try checkMethod(message) }
      let status = refusal ?? .noSuchMethod(message.extracting(fields.method))
      refuse(id, status, begin(route, now: now), &output)
    }
  }

  private func checkMethod(_ message: Span<UInt8>) throws(Status) {
    do throws(WireError) {
      try fields.checkMethod(in: message)
    } catch {
      throw Status(error)
    }
  }

  private mutating func answer(
    _ id: UInt32, _ route: Route, _ request: Span<UInt8>, now: UInt64, _ output: inout [UInt8]
  ) {
    let reply = output.beginReply(id: id)
    // What stands around a response takes less than this.
    let most = limits.replyBytes - 32
    let limit = fields.maxReplyBytes == 0 ? most : min(most, Int(fields.maxReplyBytes))
    do throws(Status) {
      if let gate = services.router.gate, !route.isOutsideGate { try gate(&context) }
      if let later = try route.run(request, &context, &output) {
        output.abandonReply(reply)
        return begin(later, id, replyLimit: limit, begin(route, now: now), &output)
      }
      let count = output.count - reply.messageStart
      guard count <= limit else { throw .responseTooLarge(bytes: count, limit: limit) }
      output.endReply(reply)
      guard services.meter.answeredAtOnce(route.tally) else { return }
      let record = CallRecord(
        tally: route.tally, startedAt: now, requestBytes: request.count, responseBytes: count)
      services.meter.report(record, .ok, context)
    } catch {
      output.abandonReply(reply)
      refuse(id, error, begin(route, now: now), &output)
    }
  }

  /// Counts that a call has begun that is not answered at once.
  private func begin(_ route: Route?, now: UInt64) -> CallRecord {
    let tally = route?.tally ?? services.meter.unknownMethods
    tally.started()
    if route != nil { tally.received() }
    return CallRecord(tally: tally, startedAt: now, requestBytes: fields.message.count)
  }

  /// Answers a call that was not served, or not to its end.
  private func refuse(
    _ id: UInt32, _ status: Status, _ record: CallRecord, _ output: inout [UInt8]
  ) {
    output.append(refusing: id, status, services)
    services.meter.ended(record, status.code, context, turn: record.startedAt)
  }

  private func begin(
    _ later: LaterAnswer, _ id: UInt32, replyLimit: Int, _ record: CallRecord,
    _ output: inout [UInt8]
  ) {
    do throws(Status) {
      try runs.start(later, id, context, replyLimit: replyLimit, record)
    } catch {
      refuse(id, error, record, &output)
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
    if context.taskReply != nil { context.taskReply = nil }
  }
}

extension Status {
  fileprivate static let tooManyCancels = Status(
    .resourceExhausted, "Too many calls were cancelled in a short time.")

  fileprivate static func tooMuchMetadata(bytes: Int, limit: Int) -> Status {
    Status(
      .resourceExhausted,
      "The call's metadata counts \(bytes) bytes, each item 32 more; at most \(limit) are taken.")
  }
}
