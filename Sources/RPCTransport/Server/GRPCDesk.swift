// SPDX-License-Identifier: Apache-2.0

internal import RPCCompression
internal import RPCCore

/// What a gRPC call works with, and leaves to the next one. It is taken out of the call's object
/// while it changes, which costs less than to have every change watched for another.
struct GRPCDesk: ~Copyable {
  var deframer: MessageDeframer
  var messages = 0
  var context: CallContext
  /// Whether the reply may be compressed.
  var compressesReply = false
  /// Whether responses of a task may be compressed that asks for it.
  var mayCompress = false
  /// What of the request is counted among the connection's.
  private var countedBytes = 0

  /// Memory that may stay for the next request.
  private static let keptBytes = 16 << 10

  init(peer: Peer, limitBytes: Int) {
    context = CallContext(peer: peer)
    deframer = MessageDeframer(limitBytes: limitBytes)
  }

  /// Reads bytes of the request; returns whether it has at most one message so far.
  mutating func read(_ bytes: Span<UInt8>) throws(FramingError) -> Bool {
    var offset = 0
    while offset < bytes.count {
      guard messages == 0 else { return false }
      if try deframer.next(bytes, from: &offset) { messages += 1 }
    }
    return true
  }

  /// Inflates the request if it is compressed. Throws what the call ends with where it can't be.
  mutating func inflateRequest(by inflater: GzipInflater, limitBytes: Int) throws(Status) {
    guard deframer.isCompressed else { return }
    let inflated = try inflater.message(deframer.message.span, limitBytes: limitBytes)
    deframer.replaceMessage(by: inflated)
    context.requestWasCompressed = true
  }

  /// Whether the request takes no more memory than a call may keep: it need not be counted.
  var isSmall: Bool { deframer.message.count <= Self.keptBytes }

  /// Counts what has arrived of the request, beyond what each call is counted for; returns whether
  /// there is room for it.
  mutating func count(in calls: GRPCConnectionCalls) -> Bool {
    let count = max(0, deframer.message.count - calls.openCallBytes)
    guard count != countedBytes else { return true }
    calls.heldRequestBytes += count - countedBytes
    countedBytes = count
    return calls.hasRoomForRequests
  }

  /// Gives back what the request takes.
  mutating func forgetRequest(in calls: GRPCConnectionCalls) {
    calls.heldRequestBytes -= countedBytes
    countedBytes = 0
    deframer.reset(keepingBytes: Self.keptBytes)
  }

  mutating func clear(in calls: GRPCConnectionCalls) {
    forgetRequest(in: calls)
    messages = 0
    compressesReply = false
    mayCompress = false
    context.reset()
  }
}
