// SPDX-License-Identifier: Apache-2.0

internal import RPCCompression
internal import RPCCore

/// The requests of one gRPC call that has any number of them, on the loop's side: finds them in the
/// stream's bytes.
final class GRPCRequests {
  /// Where they go.
  let inbox: RequestInbox
  private let calls: GRPCConnectionCalls
  private let tally: MethodTally
  private var deframer: MessageDeframer
  /// What has come of the window for the message that isn't complete, in bytes.
  private var begunBytes = 0
  /// What of the requests is counted among the connection's, in bytes.
  private var countedBytes = 0

  init(
    limits: Limits, compressed: Bool, of calls: GRPCConnectionCalls, countedBy tally: MethodTally
  ) {
    self.calls = calls
    self.tally = tally
    inbox = RequestInbox(windowBytes: limits.streamWindowBytes, messageBytes: limits.messageBytes)
    deframer = MessageDeframer(limitBytes: limits.messageBytes)
    deframer.takesCompressed = compressed
  }

  deinit { calls.heldRequestBytes -= countedBytes }

  /// Reads bytes of the stream; answers what to give back of its window. Throws what the call ends
  /// with where they are no messages, or where there is no room for them.
  func read(_ bytes: Span<UInt8>) throws(Status) -> Int {
    let receipt = try inbox.put(windowBytes: bytes.count) { queue throws(Status) in
      do throws(FramingError) { try fill(&queue, bytes) } catch { throw Status(error) }
    }
    guard count(receipt.waitingBytes + begunBytes) else { throw .tooMuchArrives }
    return receipt.freedBytes
  }

  private func fill(_ queue: inout RequestQueue, _ bytes: Span<UInt8>) throws(FramingError) {
    var offset = 0
    var start = 0
    while try deframer.next(bytes, from: &offset) {
      queue.append(from: &deframer, windowBytes: begunBytes + offset - start)
      tally.received()
      begunBytes = 0
      start = offset
    }
    begunBytes += bytes.count - start
  }

  /// The stream's bytes have ended. Throws what the call ends with where that is inside a message.
  func end() throws(Status) {
    guard deframer.isBetweenMessages else { throw .cutRequest }
    inbox.end()
  }

  /// The task has taken some of what waits.
  func taken() { _ = count(inbox.waitingBytes + begunBytes) }

  /// Counts what waits; answers whether there is room for it.
  private func count(_ byteCount: Int) -> Bool {
    calls.heldRequestBytes += byteCount - countedBytes
    countedBytes = byteCount
    return calls.hasRoomForRequests
  }
}

/// What the task of a call reads its requests from.
struct TaskRequests: RequestSource {
  let inbox: RequestInbox
  let number: UInt64
  let execute: CallTasks.Execute

  func next() async throws(Status) -> ReceivedMessage? {
    let item = await inbox.next(free: free)
    if item.freedBytes > 0 { free(item.freedBytes) }
    guard let request = try item.request.get() else { return nil }
    // Here, since it takes a while, and others use the loop.
    let bytes =
      request.isCompressed
      ? try GzipInflater().message(request.bytes.span, limitBytes: inbox.messageBytes)
      : request.bytes
    return ReceivedMessage(bytes, wasCompressed: request.isCompressed)
  }

  /// Lets the client send more.
  private func free(_ byteCount: Int) {
    let number = number
    _ = execute { $0.freed(byteCount, by: number) }
  }
}

extension Status {
  /// The status of a call whose stream ends inside a message.
  static let cutRequest = Status(.internal, "The request ended inside a message.")
  /// The status of a call of a method that takes one request, and got another number.
  static let notOneRequest = Status(
    .unimplemented, "The method takes exactly one request message.")
  /// The status of a call whose request came too late.
  static let requestTooLate = Status(
    .deadlineExceeded, "The deadline passed before the request was complete.")
  /// The status of a call for whose requests there is no room.
  static let tooMuchArrives = Status(
    .resourceExhausted, "Too many large requests are under way on this connection.")
  /// The status of a call whose request did not go on.
  static let requestStoodStill = Status(
    .resourceExhausted, "The request stood still for too long before it was whole.")
}
